import type { EntityHeader } from "./entity.ts";

type Compare = (a: EntityHeader, b: EntityHeader) => number;

/** Below 0 when the first of two texts comes first, unit by unit. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byChange: Compare = (a, b) => compareTexts(b.updated_at, a.updated_at);

export const byCreation: Compare = (a, b) => compareTexts(b.created_at, a.created_at);

/** The value of a date field; "" where there is none. */
export function dateOf(node: EntityHeader, field: string | undefined): string {
	const value = field === undefined ? undefined : node.props[field];
	return typeof value === "string" ? value : "";
}

/** Soonest first; what has no date comes last. */
export const bySoonest =
	(field: string): Compare =>
	(a, b) => {
		const [first, second] = [dateOf(a, field), dateOf(b, field)];
		return Number(first === "") - Number(second === "") || compareTexts(first, second);
	};

/** Newest first; entities without a date are still to come and precede all that have one. */
export const byNewest =
	(field: string): Compare =>
	(a, b) => {
		const [first, second] = [dateOf(a, field), dateOf(b, field)];
		return Number(second === "") - Number(first === "") || compareTexts(second, first);
	};

/** Without the id at the end, equal entities would change places between two runs. */
export const thenById =
	(compare: Compare): Compare =>
	(a, b) =>
		compare(a, b) || compareTexts(a.id, b.id);
