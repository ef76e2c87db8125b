import { InvalidInputError } from "../../graph/model/errors.ts";
import { type Form, keyOf, type RankedItem, type RenderedItem } from "./candidate.ts";
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

/** Items that take no more room than a program's allocator gives them; one that gets none fits nowhere. */
export function allotRoom(
	items: readonly RenderedItem[],
	allocator: BudgetAllocator,
	budget: TokenBudget,
): readonly RenderedItem[] {
	const offered = new Set(items.filter(({ candidate }) => !candidate.mandatory && !candidate.reference));
	const described = [...offered].map((item) => {
		const [{ text, tokens }] = item.forms;
		return { ...describeScored(item), content: text, tokens };
	});
	const room = new Map(
		allocator.allocate(described, budget).items.map(({ blockId, tokens }) => [blockId, tokens]),
	);
	return items.map((item) =>
		offered.has(item) ? limitRoom(item, room.get(keyOf(item.candidate)) ?? 0, budget.total) : item,
	);
}

function limitRoom(item: RenderedItem, most: number, total: number): RenderedItem {
	if (!(most >= 0)) {
		throw new InvalidInputError("The allocator gave an item no number of tokens.", { field: "allocator" });
	}
	const [richest] = item.forms;
	if (most >= richest.tokens) return item;
	const smallest = item.forms.at(-1) ?? richest;
	const [first, ...others] = item.forms.filter(({ tokens }) => tokens <= most);
	// Without a form that fits, the item must keep one, and it must be too long for any budget.
	const nowhere: Form = { form: smallest.form, text: smallest.text, tokens: total + 1 };
	const { passages: _, ...rest } = item;
	return {
		...rest,
		forms: first === undefined ? [nowhere] : [first, ...others],
		clip: function* (tokens) {
			const clipped = yield* item.clip(Math.min(tokens, most));
			return clipped !== null && clipped.tokens <= most ? clipped : null;
		},
	};
}
