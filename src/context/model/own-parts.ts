import { keyOf, type RankedItem } from "./candidate.ts";
import type { ContextItem } from "./payload.ts";
import type { ContextRequest, TokenBudget } from "./request.ts";

/** An item before its text is printed: enough to judge how much it matters. */
export type ScoredItem = Pick<ContextItem, "id" | "ref" | "blockId" | "blockType" | "title" | "because"> & {
	/** Its score so far, 0 to 1. */
	readonly relevance: number;
	readonly metadata: Pick<ContextItem["metadata"], "lastModified">;
};

/** Judges items in place of the weighted sum of the five parts. */
export interface RelevanceScorer {
	/** From 0 to 1; a higher score comes first and gets more room. */
	score(item: ScoredItem, request: ContextRequest): number;
}

/** An item with its richest text and the tokens that this would take. */
export type OfferedItem = ScoredItem & Pick<ContextItem, "content" | "tokens">;

export interface AllocatedContext {
	/** The items that get room, each with the most tokens it may take. The others are omitted for want of budget. */
	readonly items: readonly Pick<OfferedItem, "blockId" | "tokens">[];
	readonly usedTokens: number;
	readonly remainingBudget: number;
}

/** Decides how much room each item gets. Their order and the total budget stay fixed. */
export interface BudgetAllocator {
	/** Best first. What a context must hold, such as the focus, is not offered. */
	allocate(items: readonly OfferedItem[], budget: TokenBudget): AllocatedContext;
}

/** An item as a program's scorer and allocator know it. */
export function describeScored(item: Omit<RankedItem, "units">): ScoredItem {
	const { subject, collector, path, reason, presentation } = item.candidate;
	const { id, ref, kind, title, updated_at: lastModified } = subject;
	return {
		...{ id, ref, title, metadata: { lastModified } },
		blockId: keyOf(item.candidate),
		blockType: presentation?.as === "block" ? presentation.blockKind : kind,
		relevance: item.score,
		because: { collector, path, scores: item.scores, reason },
	};
}
