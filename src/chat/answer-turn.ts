import { o200k } from "../context/budget/tokenizer.ts";
import type { ContextPayload } from "../context/model/payload.ts";
import { BudgetTooSmallError, SkeinError } from "../graph/model/errors.ts";
import type { Message } from "../graph/store/chats.ts";
import { answerWithoutModel } from "./answer-without-model.ts";
import { type Citation, CitationReader } from "./cite-references.ts";
import type { LanguageModel, ModelMessage, ModelUsage } from "./models/model.ts";
import { SYSTEM_PROMPT } from "./prompt/system-prompt.ts";

export interface TurnInput {
	/** Built before the turn starts: a request that cannot be served is refused, not answered with a failure. */
	readonly payload: ContextPayload;
	readonly query: string;
	readonly model: LanguageModel | null;
	/** Earlier messages of the chat, oldest first. */
	readonly history: readonly Pick<Message, "role" | "text">[];
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

/** What happens in a turn, in order: one context, any number of texts, exactly one end. */
export type TurnEvent =
	| { readonly type: "context"; readonly payload: ContextPayload }
	| { readonly type: "text"; readonly text: string }
	| TurnEnd;

const ANSWER_TOKENS = 2048;
const HISTORY_TOKENS = 2500;

/** The newest messages that fit, whole ones only, oldest first. */
function keepRecent(history: TurnInput["history"]): TurnInput["history"] {
	let left = HISTORY_TOKENS;
	const kept = [...history].reverse().filter((message) => {
		left -= o200k.count(message.text);
		return left >= 0;
	});
	return kept.reverse();
}

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

async function* streamModel(
	model: LanguageModel,
	messages: readonly ModelMessage[],
	signal: AbortSignal,
): AsyncGenerator<{ readonly text: string } | ModelUsage> {
	checkPromptFits(model, messages);
	const events = model.stream({
		system: [{ text: SYSTEM_PROMPT, cache: true }],
		messages,
		tools: [],
		maxOutputTokens: ANSWER_TOKENS,
		signal,
	});
	for await (const event of events) {
		if (event.type === "text-delta") yield { text: event.text };
		if (event.type === "usage") yield event;
	}
}

/**
 * One turn: the context is told first, then the answer streams, then comes one typed end. What was already
 * said stays said, whether the turn is answered, stopped or fails.
 */
export async function* answerTurn(input: TurnInput): AsyncGenerator<TurnEvent> {
	const { payload, model, signal } = input;
	yield { type: "context", payload };

	const reader = new CitationReader(payload.sections.flatMap((section) => section.items));
	const messages: ModelMessage[] = [
		...keepRecent(input.history).map(({ role, text }) => ({ role, parts: [{ text }] })),
		{ role: "user", parts: [{ text: payload.serialized }] },
	];
	const describedModel = model && { id: model.id, provider: model.provider };
	let usage: TurnEnd["usage"] = null;
	const end = (state: TurnEnd["state"], error: TurnEnd["error"] = null): TurnEnd => ({
		type: "end",
		state,
		model: describedModel,
		citations: reader.citations,
		usage,
		error,
	});
	try {
		const answer = model
			? streamModel(model, messages, signal)
			: [{ text: answerWithoutModel(payload, input.query) }];
		for await (const event of answer) {
			if ("text" in event) {
				const text = reader.push(event.text);
				if (text !== "") yield { type: "text", text };
			} else {
				const { type: _, ...figures } = event;
				usage = figures;
			}
		}
		const rest = reader.flush();
		if (rest !== "") yield { type: "text", text: rest };
		yield end("answered");
	} catch (error) {
		const rest = reader.flush();
		if (rest !== "") yield { type: "text", text: rest };
		if (signal.aborted) yield end("stopped");
		else if (error instanceof SkeinError) yield end("failed", { code: error.code, message: error.message });
		else
			yield end("failed", {
				code: "internal",
				message: "Something went wrong on our side. What was written so far is kept.",
			});
	}
}
