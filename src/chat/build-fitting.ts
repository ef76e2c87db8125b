import { buildContext } from "../context/build-context.ts";
import type { ContextPayload } from "../context/model/payload.ts";
import type { ContextRequest } from "../context/model/request.ts";
import type { Reader } from "../graph/graph.ts";
import { BudgetTooSmallError } from "../graph/model/errors.ts";
import type { WindowShares } from "./share-window.ts";

const MOST_TRIES = 3;
/** A little less than in proportion, so that the next try is the last. */
const CAUTION = 0.95;

export interface FittingContext {
	readonly payload: ContextPayload;
	/** The request with the limit it was built within, to build the same again. */
	readonly request: ContextRequest;
}

/**
 * A context that leaves the window room for the rest of the prompt. What must be in it may take more than its usual share.
 * A text that the model needs more tokens for than instructions do, such as one in another script, is built again smaller.
 */
export async function buildFitting(input: {
	readonly reader: Reader;
	readonly request: ContextRequest;
	readonly shares: WindowShares;
	readonly count: (text: string) => number;
}): Promise<FittingContext> {
	const { reader, shares, count } = input;
	const build = async (limit: number): Promise<FittingContext> => {
		const request = Number.isFinite(limit) ? { ...input.request, mostTokens: limit } : input.request;
		return { request, payload: await buildContext({ reader, request }) };
	};
	const asked = input.request.budget?.total !== undefined;
	let limit = asked ? shares.mostContext : shares.context;
	for (let tries = 1; ; tries += 1) {
		try {
			const built = await build(limit);
			const used = count(built.payload.serialized);
			if (used <= shares.contextTokens || tries >= MOST_TRIES) return built;
			limit = Math.floor(
				Math.min(limit, built.payload.metadata.totalTokens) * (shares.contextTokens / used) * CAUTION,
			);
		} catch (error) {
			const needed = error instanceof BudgetTooSmallError ? Number(error.details.needed) : Infinity;
			if (tries >= MOST_TRIES || needed <= limit || needed > shares.mostContext) throw error;
			limit = needed;
		}
	}
}
