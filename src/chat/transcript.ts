import type { Tokenizer } from "../context/budget/tokenizer.ts";
import { remember } from "../context/model/remember.ts";
import { BudgetTooSmallError } from "../graph/model/errors.ts";
import { remember as keep } from "../graph/model/remember.ts";
import { writeToolList } from "./list-chat-tools.ts";
import type { ModelMessage, ModelRequest, PromptPart, ToolCall, ToolResult } from "./models/model.ts";

/** Newest results that keep their text as long as anything older can give way. */
const RESULTS_KEPT = 2;
/** The tokens around a message: its role and its separators. */
const MESSAGE_TOKENS = 8;
/** The tokens of CUT_HERE, in any family. */
const MARKER_TOKENS = 30;
/** A shorter beginning says nothing. */
const SHORTEST_RESULT = 60;

const CUT_HERE = "\n… cut here for room; ask for less at once\n";
const EARLIER_LEFT_OUT = "(Earlier messages of this conversation were left out for room.)";

const LEFT_OUT: ModelMessage = { role: "user", parts: [{ text: EARLIER_LEFT_OUT }] };

type AnswerMessage = Extract<ModelMessage, { role: "assistant" }>;

interface Pass {
	readonly answer: AnswerMessage;
	readonly results: readonly ToolResult[];
	readonly stubbed: boolean;
}

const partsOf = (message: ModelMessage): readonly PromptPart[] =>
	message.role === "tool" ? message.results : message.parts;

const callsOf = (message: ModelMessage): string =>
	message.role === "assistant" ? JSON.stringify(message.toolCalls ?? []) : "";

/** Written out once: most turns are given the very same list. */
const writeTools = remember(writeToolList);

export interface TranscriptInput {
	readonly system: readonly PromptPart[];
	readonly tools: ModelRequest["tools"];
	/** The messages before this turn, oldest first. */
	readonly earlier: readonly ModelMessage[];
	readonly question: ModelMessage;
	readonly contextWindow: number;
	readonly answerTokens: number;
	readonly tokenizer: Pick<Tokenizer, "count" | "keepStart">;
}

/**
 * All that one turn sends to the model. It only grows at its end, so that a provider's cache holds from pass to pass. When
 * it no longer fits, what is oldest gives way first: results of this turn shrink to a line that keeps what was asked,
 * then earlier messages go, then whole passes, then what earlier answers cited; the newest results are cut last.
 */
export class Transcript {
	readonly #input: TranscriptInput;
	#earlier: readonly ModelMessage[];
	#leftOut = LEFT_OUT;
	#passes: readonly Pass[] = [];
	#forgotten: readonly ToolCall[] = [];
	readonly #fixedTokens: number;
	readonly #tokens = new Map<string, number>();

	constructor(input: TranscriptInput) {
		this.#input = input;
		this.#earlier = input.earlier;
		const { count } = input.tokenizer;
		this.#fixedTokens =
			input.answerTokens +
			input.system.reduce((sum, part) => sum + count(part.text) + MESSAGE_TOKENS, 0) +
			count(writeTools(input.tools));
	}

	/** What earlier answers cite comes in the place of earlier messages that are left out. */
	keepCited(cited: string): void {
		if (cited === "" || this.#earlier.includes(this.#leftOut)) return;
		this.#leftOut = { role: "user", parts: [{ text: `${EARLIER_LEFT_OUT}\n\n${cited.trimEnd()}` }] };
	}

	addAnswer(text: string, toolCalls: readonly ToolCall[]): void {
		const answer: AnswerMessage = { role: "assistant", parts: [{ text }], toolCalls };
		this.#passes = [...this.#passes, { answer, results: [], stubbed: false }];
	}

	addResults(results: readonly ToolResult[]): void {
		this.#replaceLast((pass) => ({ ...pass, results }));
	}

	/** Tokens that are free for the results of the pass that was added last. */
	get room(): number {
		return this.#input.contextWindow - this.#needed;
	}

	/** The messages of the next pass, checked against the model's window each time: results may have filled it. */
	get messages(): readonly ModelMessage[] {
		const shrink = [
			() => this.#stubResults(),
			() => this.#dropEarlier(),
			() => this.#foldPass(),
			() => this.#dropCited(),
			() => this.#clipResults(),
		];
		while (this.room < 0) if (!shrink.some((step) => step())) this.#refuse();
		return this.#written;
	}

	/** Calls whose results are no longer there, since this was last asked: they may be made again. */
	takeForgotten(): readonly ToolCall[] {
		const forgotten = this.#forgotten;
		this.#forgotten = [];
		return forgotten;
	}

	/** All that is sent, counted another way than the window is. */
	measure(count: (text: string) => number): number {
		const { system, tools } = this.#input;
		const texts = [...system, ...this.#written.flatMap(partsOf)].map((part) => part.text);
		return [...texts, ...this.#written.map(callsOf), writeTools(tools)].reduce(
			(sum, text) => sum + count(text),
			0,
		);
	}

	get #written(): readonly ModelMessage[] {
		const passes = this.#passes.flatMap(({ answer, results }): ModelMessage[] =>
			results.length > 0 ? [answer, { role: "tool", results }] : [answer],
		);
		return [...this.#earlier, this.#input.question, ...passes];
	}

	get #needed(): number {
		return this.#fixedTokens + this.#written.reduce((sum, message) => sum + this.#countMessage(message), 0);
	}

	#countMessage(message: ModelMessage): number {
		return partsOf(message).reduce(
			(sum, part) => sum + this.#count(part.text),
			this.#count(callsOf(message)) + MESSAGE_TOKENS,
		);
	}

	#count(text: string): number {
		return keep(this.#tokens, text, () => this.#input.tokenizer.count(text));
	}

	/** The results of the oldest pass that still has them become a line each; false when only the newest have. */
	#stubResults(): boolean {
		const place = this.#passes.findIndex(({ stubbed }) => !stubbed);
		if (place === -1 || place >= this.#passes.length - RESULTS_KEPT) return false;
		this.#passes = this.#passes.map((pass, at) => {
			if (at !== place) return pass;
			this.#forget(pass);
			const results = pass.results.map((result) => ({ ...result, text: describeStub(result, pass) }));
			return { ...pass, results, stubbed: true };
		});
		return true;
	}

	/** The older half of what was said before, so that a provider's cache is lost once and not at every pass. */
	#dropEarlier(): boolean {
		const left = this.#earlier.filter((message) => message !== this.#leftOut);
		if (left.length === 0) return false;
		const later = left.slice(Math.ceil(left.length / 2));
		// An answer whose question is gone would be read as an answer to something else.
		const from = later.findIndex(({ role }) => role === "user");
		this.#earlier = [this.#leftOut, ...(from === -1 ? [] : later.slice(from))];
		return true;
	}

	/** The last of what was said before. */
	#dropCited(): boolean {
		if (this.#leftOut === LEFT_OUT || this.#earlier.length === 0) return false;
		this.#leftOut = LEFT_OUT;
		this.#earlier = [LEFT_OUT];
		return true;
	}

	/** The oldest pass becomes a sentence at the head of the next one. */
	#foldPass(): boolean {
		const [oldest, next, ...others] = this.#passes;
		if (oldest === undefined || next === undefined) return false;
		this.#forget(oldest);
		const [said, ...parts] = next.answer.parts;
		const text = `${describeFolded(oldest)}${said?.text ?? ""}`;
		this.#passes = [{ ...next, answer: { ...next.answer, parts: [{ text }, ...parts] } }, ...others];
		return true;
	}

	/** Cuts the longest of the newest results, by no more than half at a time: the next may be longer then. */
	#clipResults(): boolean {
		const results = this.#passes.at(-1)?.results ?? [];
		const [longest] = results.toSorted((a, b) => this.#count(b.text) - this.#count(a.text));
		if (longest === undefined || this.#count(longest.text) <= SHORTEST_RESULT + MARKER_TOKENS) return false;
		const tokens = this.#count(longest.text);
		const kept = Math.max(SHORTEST_RESULT, Math.max(tokens + this.room, tokens / 2) - MARKER_TOKENS);
		const text = this.#input.tokenizer.keepStart(longest.text, Math.floor(kept)) + CUT_HERE;
		this.#replaceLast((pass) => ({
			...pass,
			results: pass.results.map((result) => (result === longest ? { ...result, text } : result)),
		}));
		return true;
	}

	#forget({ answer, stubbed }: Pass): void {
		if (!stubbed) this.#forgotten = this.#forgotten.concat(answer.toolCalls ?? []);
	}

	#replaceLast(change: (pass: Pass) => Pass): void {
		const last = this.#passes.length - 1;
		this.#passes = this.#passes.map((pass, at) => (at === last ? change(pass) : pass));
	}

	#refuse(): never {
		const { contextWindow, answerTokens } = this.#input;
		throw new BudgetTooSmallError(contextWindow, [
			{ name: "instructions and tools", tokens: this.#fixedTokens - answerTokens },
			{ name: "messages and context", tokens: this.#needed - this.#fixedTokens },
			{ name: "answer", tokens: answerTokens },
		]);
	}
}

function describeStub({ id, name }: ToolResult, { answer }: Pass): string {
	const input = JSON.stringify(answer.toolCalls?.find((call) => call.id === id)?.input ?? {});
	return `The result of ${name} ${input} was left out for room. Call it again if you need it.`;
}

function describeFolded({ answer }: Pass): string {
	const names = [...new Set((answer.toolCalls ?? []).map(({ name }) => name))].join(", ");
	return `(Earlier in this turn I called ${names}; left out for room.) `;
}
