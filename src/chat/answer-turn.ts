import type { Tokenizer } from "../context/budget/tokenizer.ts";
import type { ContextPayload } from "../context/model/payload.ts";
import { SkeinError } from "../graph/model/errors.ts";
import type { Approval, ProposedWrite } from "../graph/store/chat/approvals.ts";
import { answerWithoutModel } from "./answer-without-model.ts";
import { type Citable, CitationReader } from "./cite-references.ts";
import { priceUsage } from "./models/look-up-model-facts.ts";
import type {
	EndReason,
	LanguageModel,
	ModelEvent,
	ModelMessage,
	ModelTool,
	ToolCall,
} from "./models/model.ts";
import { SYSTEM_PROMPT } from "./prompt/system-prompt.ts";
import type { Recalled } from "./recall-history.ts";
import { RIGHTS_EVERY } from "./run.ts";
import { limitAnswer, limitWindow, measureScale } from "./share-window.ts";
import { showApproval } from "./show-approval.ts";
import { Transcript } from "./transcript.ts";
import { describeError, type TurnEnd, type TurnEvent, type TurnIds } from "./turn-event.ts";
import type { TurnTools } from "./turn-tools.ts";

export interface TurnInput {
	readonly ids: TurnIds;
	/** Built before the turn starts: a request that cannot be served is refused, not answered with a failure. */
	readonly payload: ContextPayload;
	readonly query: string;
	/** Returns the terms of a text in the language of the workspace. */
	readonly analyse: (text: string) => readonly string[];
	/** Whether entities of a kind are people. */
	readonly isPerson: (kind: string) => boolean;
	/** The context and the attachments, as they are sent to the model. */
	readonly question: ModelMessage;
	readonly model: LanguageModel | null;
	readonly history: Recalled;
	/** Entities that earlier messages of the prompt hold: an answer may cite them. */
	readonly citable: readonly Citable[];
	/** Returns what earlier answers cite, for a prompt that has to leave earlier messages out. */
	readonly recallCited: () => Promise<string>;
	readonly tools: TurnTools;
	readonly toolList: readonly ModelTool[];
	readonly propose: (proposals: readonly ProposedWrite[], tainted: boolean) => Promise<Approval>;
	/** Throws when something that the turn has shown may no longer be read by the asker. */
	readonly checkRights: () => Promise<void>;
	/** Whether rights may have moved since they were last checked, as far as this process knows. */
	readonly mayHaveMoved: () => boolean;
	/** Called with the entities that a tool result names, before the model reads the result. */
	readonly noteShown: (entityIds: readonly string[]) => Promise<void>;
	readonly tokenizer: Tokenizer;
	/** Receives the provider's count for a prompt, with a way to count it ourselves. */
	readonly learnUsage: (reported: number, measure: (count: (text: string) => number) => number) => void;
	readonly signal: AbortSignal;
}

/** A result below this is hardly worth its call; older ones give way to it. */
const LEAST_RESULT = 300;
/** The share of the remaining window that results may take, so that the next pass has room as well. */
const RESULT_SHARE = 0.5;
const MOST_PASSES = 8;
const MOST_SECONDS = 300;
/** More characters than any answer of that many tokens has; a provider that goes on would fill the memory of the server. */
const MOST_CHARACTERS = 400_000;

/** An answer that ends for another reason than being finished must not look finished. */
const UNFINISHED: Partial<Record<EndReason, TurnEnd["error"]>> = {
	length: {
		code: "answer_cut",
		message: "The answer reached the most tokens it may have and was cut. Ask for the rest.",
	},
	"content-filter": {
		code: "answer_withheld",
		message: "The provider withheld the rest of the answer. Ask in other words.",
	},
};
const OUT_OF_PASSES: TurnEnd["error"] = {
	code: "too_many_passes",
	message: `The model kept calling tools and did not answer within ${MOST_PASSES} passes. Ask for less at once.`,
};
const TOO_LONG: TurnEnd["error"] = {
	code: "turn_too_long",
	message: `The turn took longer than ${MOST_SECONDS} seconds and was ended. What was written is kept.`,
};
const TOO_MUCH: TurnEnd["error"] = {
	code: "answer_too_long",
	message:
		"The provider sent far more than it was asked for. What came until then is kept; ask again, or choose another model.",
};
const INTERNAL: TurnEnd["error"] = {
	code: "internal",
	message: "Something went wrong on our side. What was written so far is kept.",
};

type Usage = NonNullable<TurnEnd["usage"]>;

const addUsage = (sum: Usage | null, more: Usage): Usage => ({
	inputTokens: (sum?.inputTokens ?? 0) + more.inputTokens,
	cachedInputTokens: (sum?.cachedInputTokens ?? 0) + more.cachedInputTokens,
	cacheWriteTokens: (sum?.cacheWriteTokens ?? 0) + more.cacheWriteTokens,
	outputTokens: (sum?.outputTokens ?? 0) + more.outputTokens,
});

/** A turn under way: what was cited, spent and done so far. */
class Turn {
	readonly #input: TurnInput;
	readonly #citations: CitationReader;
	#model: Pick<LanguageModel, "id" | "provider" | "price"> | null;
	#usage: Usage | null = null;
	#passes = 0;

	constructor(input: TurnInput) {
		this.#input = input;
		this.#model = input.model;
		const items = input.payload.sections.flatMap((section) => section.items);
		this.#citations = new CitationReader([...input.citable, ...items]);
	}

	/** Passes until the model answers without calling for anything. */
	async *answer(model: LanguageModel, signal: AbortSignal): AsyncGenerator<TurnEvent, TurnEnd["error"]> {
		const { history, question, tools, toolList, tokenizer } = this.#input;
		const system = [{ text: SYSTEM_PROMPT, cache: true }];
		const { contextWindow } = model;
		const answerTokens = limitAnswer(contextWindow);
		const transcript = new Transcript({
			...{ system, tools: toolList, earlier: history.messages, question },
			...{ contextWindow: limitWindow(contextWindow, tokenizer), answerTokens, tokenizer },
		});
		const scale = measureScale(tokenizer);
		while (this.#passes < MOST_PASSES) {
			if (this.#passes > 0) await this.#input.checkRights();
			this.#passes += 1;
			// The last pass has nothing to call, so that even a model in love with its tools says something.
			const mustAnswer = this.#passes === MOST_PASSES || tools.isSaturated;
			if (transcript.room < 0) transcript.keepCited(await this.#input.recallCited());
			const { messages } = transcript;
			tools.forget(transcript.takeForgotten());
			const before = this.#usage?.inputTokens ?? 0;
			const { text, calls, unfinished } = yield* this.#readPass(
				model.stream({
					system,
					messages,
					tools: mustAnswer ? [] : toolList,
					maxOutputTokens: answerTokens,
					signal,
				}),
			);
			const reported = (this.#usage?.inputTokens ?? 0) - before;
			// A substitute model counts in its own way.
			if (!mustAnswer && this.#model?.id === model.id)
				this.#input.learnUsage(reported, (count) => transcript.measure(count));
			if (calls.length === 0) return unfinished;
			transcript.addAnswer(text, calls);
			const room = (transcript.room * RESULT_SHARE) / calls.length / scale;
			transcript.addResults(yield* this.#runTools(calls, Math.max(LEAST_RESULT, room)));
		}
		return OUT_OF_PASSES;
	}

	async *quoteWorkspace(): AsyncGenerator<TurnEvent, null> {
		yield* this.#say(this.#citations.push(answerWithoutModel(this.#input)));
		yield* this.#say(this.#citations.flush());
		return null;
	}

	/** Returns the text held back because it might have become a citation. */
	*flush(): Generator<TurnEvent> {
		yield* this.#say(this.#citations.flush());
	}

	async end(state: TurnEnd["state"], error: TurnEnd["error"] = null): Promise<TurnEnd> {
		const { tools } = this.#input;
		const model = this.#model;
		return {
			type: "end",
			state,
			model: model && { id: model.id, provider: model.provider },
			citations: this.#citations.citations,
			usage: this.#usage,
			cost: model && this.#usage ? priceUsage(model.price, this.#usage) : null,
			passes: this.#passes,
			actions: tools.actions,
			tainted: await tools.taint.isTainted,
			foreign: await tools.taint.list(),
			error,
		};
	}

	async *#readPass(events: AsyncIterable<ModelEvent>) {
		const calls: ToolCall[] = [];
		let text = "";
		let unfinished: TurnEnd["error"] = null;
		let checkedAt = Date.now();
		for await (const event of events) {
			if (this.#input.mayHaveMoved() || Date.now() - checkedAt >= RIGHTS_EVERY) {
				await this.#input.checkRights();
				checkedAt = Date.now();
			}
			if (event.type === "text-delta") {
				text += event.text;
				if (text.length > MOST_CHARACTERS) {
					yield* this.flush();
					return { text, calls: [], unfinished: TOO_MUCH };
				}
				yield* this.#say(this.#citations.push(event.text));
			}
			if (event.type === "model") this.#model = event;
			if (event.type === "tool-call") calls.push({ id: event.id, name: event.name, input: event.input });
			if (event.type === "end") unfinished = UNFINISHED[event.reason] ?? null;
			if (event.type === "usage") this.#usage = addUsage(this.#usage, event);
		}
		yield* this.flush();
		return { text, calls, unfinished };
	}

	async *#runTools(calls: readonly ToolCall[], resultTokens: number) {
		const outcomes = this.#input.tools.run(calls, resultTokens);
		for (const call of calls) yield { type: "tool-call", call } as const;
		for (;;) {
			const next = await outcomes.next();
			if (next.done) return next.value;
			await this.#input.noteShown(next.value.shown);
			this.#citations.learn(next.value.cited);
			yield { type: "tool-outcome", ...next.value } as const;
		}
	}

	*#say(text: string): Generator<TurnEvent> {
		for (const citation of this.#citations.takeNew()) yield { type: "citation", citation };
		if (text !== "") yield { type: "text", text };
	}
}

/**
 * Runs one turn: its ids and the context come first, then the answer streams, with calls of tools and their outcomes in
 * between, then one typed end. Text that was sent stays, whether the turn is answered, stopped or fails.
 */
export async function* answerTurn(input: TurnInput): AsyncGenerator<TurnEvent> {
	const { payload, model, signal, history, tools } = input;
	yield { type: "start", ...input.ids };
	yield { type: "context", payload };
	if (history.leftOut > 0) yield { type: "compaction", leftOut: history.leftOut };
	const turn = new Turn(input);
	const tooLong = AbortSignal.timeout(MOST_SECONDS * 1_000);
	try {
		const unfinished = yield* model
			? turn.answer(model, AbortSignal.any([signal, tooLong]))
			: turn.quoteWorkspace();
		await input.checkRights();
		if (tools.proposals.length > 0) {
			const tainted = await tools.taint.isTainted;
			yield { type: "approval", approval: showApproval(await input.propose(tools.proposals, tainted)) };
		}
		yield await turn.end(unfinished === null ? "answered" : "failed", unfinished);
	} catch (error) {
		if (error instanceof SkeinError && error.code === "rights_changed") {
			// Not what was cited either: its titles may be what was taken away.
			const { citations: _, foreign: __, ...end } = await turn.end("failed", describeError(error));
			const actions = end.actions.map((action) => ({ ...action, summary: "" }));
			return yield { ...end, citations: [], foreign: [], actions };
		}
		yield* turn.flush();
		if (signal.aborted) yield await turn.end("stopped");
		else if (tooLong.aborted) yield await turn.end("failed", TOO_LONG);
		else if (error instanceof SkeinError) yield await turn.end("failed", describeError(error));
		else {
			console.error(error);
			yield await turn.end("failed", INTERNAL);
		}
	}
}
