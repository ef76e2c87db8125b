import type { ModelPrice, ModelUsage } from "./model.ts";

const MILLION = 1_000_000;

/**
 * Returns the cost of a usage by list price; null without a price: unknown is not free. It is an estimate, since
 * contracts differ.
 */
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
