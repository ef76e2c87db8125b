import type { ModelFacts, ModelPrice, ModelUsage } from "./model.ts";

type Line<Fact> = readonly (readonly [start: RegExp, fact: Fact])[];

/**
 * By the start of the model's name, first match wins. Each window is what every model of the line takes in:
 * one token too many and the whole turn is refused, a few too few and nothing is lost.
 */
const FAMILIES: Line<Omit<ModelFacts, "price">> = [
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

const UNKNOWN = { contextWindow: 16_384, tokenizer: "estimate", seesImages: false } as const;

const PRICES: Line<ModelPrice> = [
	[/^claude-(opus)/, { input: 5, cached: 0.5, cacheWrite: 6.25, output: 25 }],
	[/^claude-(3-5-haiku|haiku)/, { input: 1, cached: 0.1, cacheWrite: 1.25, output: 5 }],
	[/^claude-/, { input: 3, cached: 0.3, cacheWrite: 3.75, output: 15 }],
	[/^gpt-5-nano/, { input: 0.05, cached: 0.005, cacheWrite: 0.05, output: 0.4 }],
	[/^gpt-5-mini/, { input: 0.25, cached: 0.025, cacheWrite: 0.25, output: 2 }],
	[/^gpt-5/, { input: 1.25, cached: 0.125, cacheWrite: 1.25, output: 10 }],
	[/^gpt-4\.1-mini/, { input: 0.4, cached: 0.1, cacheWrite: 0.4, output: 1.6 }],
	[/^gpt-4\.1/, { input: 2, cached: 0.5, cacheWrite: 2, output: 8 }],
	[/^gpt-4o-mini/, { input: 0.15, cached: 0.075, cacheWrite: 0.15, output: 0.6 }],
	[/^gpt-4o/, { input: 2.5, cached: 1.25, cacheWrite: 2.5, output: 10 }],
];

const findIn = <Fact>(lines: Line<Fact>, model: string): Fact | undefined =>
	lines.find(([start]) => start.test(model))?.[1];

export const lookUpModelFacts = (model: string): ModelFacts => ({
	...(findIn(FAMILIES, model) ?? UNKNOWN),
	price: findIn(PRICES, model) ?? null,
});

const MILLION = 1_000_000;

/** Returns the cost by list price, an estimate since contracts differ; null where the price is unknown. */
export function priceUsage(price: ModelPrice | null, usage: Omit<ModelUsage, "type">): number | null {
	if (price === null) return null;
	const fresh = Math.max(0, usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens);
	return (
		(fresh * price.input +
			usage.cachedInputTokens * price.cached +
			usage.cacheWriteTokens * price.cacheWrite +
			usage.outputTokens * price.output) /
		MILLION
	);
}
