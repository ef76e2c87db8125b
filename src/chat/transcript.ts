import { BudgetTooSmallError } from "../graph/model/errors.ts";
import type { ModelMessage, ModelRequest, PromptPart, ToolCall, ToolResult } from "./models/model.ts";

/** Newest results that keep their text as long as anything older can give way. */
const RESULTS_KEPT = 2;

const partsOf = (message: ModelMessage): readonly PromptPart[] =>
	message.role === "tool" ? message.results : message.parts;

const written = new WeakMap<ModelRequest["tools"], string>();

/** Written out once: most turns are given the very same list. */
function writeTools(tools: ModelRequest["tools"]): string {
	const text = written.get(tools) ?? JSON.stringify(tools);
	written.set(tools, text);
	return text;
}

export interface TranscriptInput {
	readonly system: readonly PromptPart[];
	readonly tools: ModelRequest["tools"];
	/** What was said before, the newest question with its context last. */
	readonly messages: readonly ModelMessage[];
	readonly contextWindow: number;
	readonly answerTokens: number;
	readonly count: (text: string) => number;
}

/**
 * All that one turn sends to the model. It only grows at its end, so that a provider's cache holds from pass to pass;
 * only when it no longer fits do old results shrink to a line that keeps what was asked.
 */
export class Transcript {
	readonly #input: TranscriptInput;
	readonly #messages: ModelMessage[];
	readonly #calls = new Map<string, ToolCall>();
	readonly #fixedTokens: number;
	readonly #tokens = new Map<string, number>();

	constructor(input: TranscriptInput) {
		this.#input = input;
		this.#messages = [...input.messages];
		this.#fixedTokens =
			input.answerTokens +
			input.system.reduce((sum, part) => sum + input.count(part.text), 0) +
			input.count(writeTools(input.tools));
	}

	addAnswer(text: string, toolCalls: readonly ToolCall[]): void {
		for (const call of toolCalls) this.#calls.set(call.id, call);
		this.#messages.push({ role: "assistant", parts: [{ text }], toolCalls });
	}

	addResults(results: readonly ToolResult[]): void {
		this.#messages.push({ role: "tool", results });
	}

	/** What the next pass sends, checked against the model's window each time: results may have filled it. */
	get messages(): readonly ModelMessage[] {
		for (let index = 0; this.#needed > this.#input.contextWindow; index += 1) {
			if (!this.#stub(index)) this.#refuse();
		}
		return this.#messages;
	}

	/** All that is sent, counted another way than the window is. */
	measure(count: (text: string) => number): number {
		const { system, tools } = this.#input;
		const texts = [...system, ...this.#messages.flatMap(partsOf)].map((part) => part.text);
		const calls = this.#messages.map((message) =>
			message.role === "assistant" ? JSON.stringify(message.toolCalls ?? []) : "",
		);
		return [...texts, ...calls, writeTools(tools)].reduce((sum, text) => sum + count(text), 0);
	}

	get #needed(): number {
		return this.#fixedTokens + this.#messages.reduce((sum, message) => sum + this.#countMessage(message), 0);
	}

	#countMessage(message: ModelMessage): number {
		const calls = message.role === "assistant" ? JSON.stringify(message.toolCalls ?? []) : "";
		return partsOf(message).reduce((sum, part) => sum + this.#count(part.text), this.#count(calls));
	}

	#count(text: string): number {
		const known = this.#tokens.get(text);
		if (known !== undefined) return known;
		const tokens = this.#input.count(text);
		this.#tokens.set(text, tokens);
		return tokens;
	}

	/** Shortens the results at this place; false when none further on may be shortened. */
	#stub(index: number): boolean {
		const places = this.#messages.flatMap((message, at) => (message.role === "tool" ? [at] : []));
		const place = places[index];
		if (place === undefined || index >= places.length - RESULTS_KEPT) return false;
		const message = this.#messages[place];
		if (message?.role !== "tool") return false;
		const results = message.results.map((result) => ({ ...result, text: this.#describeStub(result) }));
		this.#messages[place] = { role: "tool", results };
		return true;
	}

	#describeStub({ id, name }: ToolResult): string {
		const input = JSON.stringify(this.#calls.get(id)?.input ?? {});
		return `The result of ${name} ${input} was left out for room. Call it again if you need it.`;
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
