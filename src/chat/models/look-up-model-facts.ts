import type { Tokenizer } from "./model.ts";

interface ModelFacts {
	readonly contextWindow: number;
	readonly tokenizer: Tokenizer;
	readonly seesImages: boolean;
}

/**
 * By the start of the model's name, first match wins. Each window is what every model of the line takes in:
 * one token too many and the whole turn is refused, a few too few and nothing is lost.
 */
const families: readonly (readonly [start: RegExp, facts: ModelFacts])[] = [
	[/^claude-/, { contextWindow: 200_000, tokenizer: "estimate", seesImages: true }],
	[/^gpt-5/, { contextWindow: 272_000, tokenizer: "o200k", seesImages: true }],
	[/^gpt-4\.1/, { contextWindow: 1_000_000, tokenizer: "o200k", seesImages: true }],
	[/^(gpt-4o|chatgpt-4o)/, { contextWindow: 128_000, tokenizer: "o200k", seesImages: true }],
	[/^o\d/, { contextWindow: 200_000, tokenizer: "o200k", seesImages: true }],
	[/^gpt-4-(turbo|1106|0125)/, { contextWindow: 128_000, tokenizer: "cl100k", seesImages: true }],
	[/^gpt-4(-|$)/, { contextWindow: 8_192, tokenizer: "cl100k", seesImages: false }],
	[/^gpt-3\.5/, { contextWindow: 16_000, tokenizer: "cl100k", seesImages: false }],
	[/^gpt-/, { contextWindow: 272_000, tokenizer: "estimate", seesImages: true }],
];

const unknownModel: ModelFacts = { contextWindow: 16_384, tokenizer: "estimate", seesImages: false };

export function lookUpModelFacts(model: string): ModelFacts {
	return families.find(([start]) => start.test(model))?.[1] ?? unknownModel;
}
