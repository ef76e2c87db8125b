import type { ModelUsage } from "./model.ts";

/** US dollars for a million tokens. */
interface Price {
	readonly input: number;
	readonly cached: number;
	readonly cacheWrite: number;
	readonly output: number;
}

/** By the start of the model's name, first match wins. A model that is not listed costs an unknown amount, not nothing. */
const PRICES: readonly (readonly [start: RegExp, price: Price])[] = [
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

const MILLION = 1_000_000;

/** What a usage costs by the list prices known here; null for a model without one. An estimate: contracts differ. */
export function priceUsage(model: string, usage: Omit<ModelUsage, "type">): number | null {
	const price = PRICES.find(([start]) => start.test(model))?.[1];
	if (price === undefined) return null;
	const fresh = Math.max(0, usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens);
	return (
		(fresh * price.input +
			usage.cachedInputTokens * price.cached +
			usage.cacheWriteTokens * price.cacheWrite +
			usage.outputTokens * price.output) /
		MILLION
	);
}
