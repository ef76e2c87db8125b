import type { ModelPrice, ModelUsage } from "./model.ts";

const MILLION = 1_000_000;

/** What a usage costs by list price; null without one: unknown is not nothing. An estimate, contracts differ. */
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
