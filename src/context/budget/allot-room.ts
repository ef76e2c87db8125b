import { InvalidInputError } from "../../graph/model/errors.ts";
import { type Form, keyOf, type RenderedItem } from "../model/candidate.ts";
import { type BudgetAllocator, describeScored } from "../model/own-parts.ts";
import type { TokenBudget } from "../model/request.ts";

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
