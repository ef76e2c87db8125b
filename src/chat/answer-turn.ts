import { o200k } from "../context/budget/tokenizer.ts";
import type { ContextPayload } from "../context/model/payload.ts";
import { BudgetTooSmallError, SkeinError } from "../graph/model/errors.ts";
import { answerWithoutModel } from "./answer-without-model.ts";
import { type Citation, CitationReader } from "./cite-references.ts";
import type { EndReason, LanguageModel, ModelEvent, ModelMessage, ModelUsage } from "./models/model.ts";
import { SYSTEM_PROMPT } from "./prompt/system-prompt.ts";
import { type PastMessage, recallHistory } from "./recall-history.ts";

export interface TurnInput {
	/** Built before the turn starts: a request that cannot be served is refused, not answered with a failure. */
	readonly payload: ContextPayload;
	readonly query: string;
	readonly model: LanguageModel | null;
	/** Earlier messages of the chat, oldest first. */
	readonly history: readonly PastMessage[];
	readonly signal: AbortSignal;
}

export interface TurnEnd {
	readonly type: "end";
	readonly state: "answered" | "stopped" | "failed";
	readonly model: { readonly id: string; readonly provider: string } | null;
	readonly citations: readonly Citation[];
	readonly usage: Omit<ModelUsage, "type"> | null;
	readonly error: { readonly code: string; readonly message: string } | null;
}

/** What happens in a turn, in order: one context, texts with each citation told before its number, exactly one end. */
export type TurnEvent =
	| { readonly type: "context"; readonly payload: ContextPayload }
	| { readonly type: "citation"; readonly citation: Citation }
	| { readonly type: "text"; readonly text: string }
	| TurnEnd;

const ANSWER_TOKENS = 2048;

/** An answer that ends for another reason than being finished must not look finished. */
const UNFINISHED: Partial<Record<EndReason, TurnEnd["error"]>> = {
	length: {
		code: "answer_cut",
		message: `The answer reached its limit of ${ANSWER_TOKENS} tokens and was cut. Ask for the rest.`,
	},
	"content-filter": {
		code: "answer_withheld",
		message: "The provider withheld the rest of the answer. Ask in other words.",
	},
};

const INTERNAL: TurnEnd["error"] = {
	code: "internal",
	message: "Something went wrong on our side. What was written so far is kept.",
};

function checkPromptFits(model: LanguageModel, messages: readonly ModelMessage[]): void {
	const texts = messages.flatMap((message) => (message.role === "tool" ? message.results : message.parts));
	const parts = [
		{ name: "system prompt", tokens: o200k.count(SYSTEM_PROMPT) },
		{ name: "messages and context", tokens: texts.reduce((sum, part) => sum + o200k.count(part.text), 0) },
		{ name: "answer", tokens: ANSWER_TOKENS },
	];
	const needed = parts.reduce((sum, part) => sum + part.tokens, 0);
	if (needed > model.contextWindow) throw new BudgetTooSmallError(model.contextWindow, parts);
}

function askModel(
	model: LanguageModel,
	messages: readonly ModelMessage[],
	signal: AbortSignal,
): AsyncIterable<ModelEvent> {
	checkPromptFits(model, messages);
	return model.stream({
		system: [{ text: SYSTEM_PROMPT, cache: true }],
		messages,
		tools: [],
		maxOutputTokens: ANSWER_TOKENS,
		signal,
	});
}

function* quoteWorkspace({ payload, query }: TurnInput): Generator<ModelEvent> {
	yield { type: "text-delta", text: answerWithoutModel(payload, query) };
	yield { type: "end", reason: "stop" };
}

/**
 * One turn: the context is told first, then the answer streams, then comes one typed end. What was already
 * said stays said, whether the turn is answered, stopped or fails.
 */
export async function* answerTurn(input: TurnInput): AsyncGenerator<TurnEvent> {
	const { payload, model, signal } = input;
	yield { type: "context", payload };

	const reader = new CitationReader(payload.sections.flatMap((section) => section.items));
	function* tell(text: string): Generator<TurnEvent> {
		for (const citation of reader.takeNew()) yield { type: "citation", citation };
		if (text !== "") yield { type: "text", text };
	}
	let usage: TurnEnd["usage"] = null;
	const end = (state: TurnEnd["state"], error: TurnEnd["error"] = null): TurnEnd => ({
		type: "end",
		state,
		model: model && { id: model.id, provider: model.provider },
		citations: reader.citations,
		usage,
		error,
	});
	try {
		const messages: readonly ModelMessage[] = [
			...recallHistory(input.history),
			{ role: "user", parts: [{ text: payload.serialized }] },
		];
		let unfinished: TurnEnd["error"] = null;
		for await (const event of model ? askModel(model, messages, signal) : quoteWorkspace(input)) {
			if (event.type === "text-delta") yield* tell(reader.push(event.text));
			if (event.type === "end") unfinished = UNFINISHED[event.reason] ?? null;
			if (event.type === "usage") {
				const { type: _, ...figures } = event;
				usage = figures;
			}
		}
		yield* tell(reader.flush());
		yield end(unfinished === null ? "answered" : "failed", unfinished);
	} catch (error) {
		yield* tell(reader.flush());
		if (signal.aborted) yield end("stopped");
		else if (error instanceof SkeinError) yield end("failed", { code: error.code, message: error.message });
		else {
			console.error(error);
			yield end("failed", INTERNAL);
		}
	}
}
