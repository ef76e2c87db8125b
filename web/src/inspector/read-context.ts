import type { ContextPayload, PathStep } from "../api.ts";

export function usedTokens({ metadata }: ContextPayload): number {
	return metadata.usedTokens ?? metadata.totalTokens;
}

export function budgetShare(payload: ContextPayload): number {
	return usedTokens(payload) / Math.max(1, payload.metadata.budget.total);
}

export function countItems(payload: ContextPayload): number {
	return payload.sections.reduce((sum, section) => sum + section.items.length, 0);
}

/** The tokens at the start of the prompt that are the same as in the turn before: what a provider can cache. */
export function cachedTokens(payload: ContextPayload, before: ContextPayload | null): number {
	let sum = 0;
	for (const [position, layer] of payload.metadata.layers.entries()) {
		if (before?.metadata.layers[position]?.hash !== layer.hash) break;
		sum += layer.tokens;
	}
	return sum;
}

/** The ids that were already in the context of the turn before. */
export function knownIds(before: ContextPayload | null): ReadonlySet<string> {
	return new Set((before?.sections ?? []).flatMap((section) => section.items.map((item) => item.id)));
}

/** The ids that the question is about. */
export function focusIds(payload: ContextPayload): ReadonlySet<string> {
	const focus = payload.sections.filter((section) => section.type === "focus");
	return new Set(focus.flatMap((section) => section.items.map((item) => item.id)));
}

interface DescribePathOptions {
	readonly path: readonly PathStep[];
	readonly itemId: string;
	readonly focus: ReadonlySet<string>;
}

/** The way from the focus to an item, as words; the item's own title is left to the line above. */
export function describePath({ path, itemId, focus }: DescribePathOptions): readonly PathWord[] {
	const words: PathWord[] = [];
	for (const { id, title, relation, direction } of path) {
		const incoming = direction === "incoming";
		if (relation !== undefined) {
			words.push({ key: `${id} ${relation}`, text: relation.replaceAll("_", " "), incoming });
		}
		if (id !== itemId) words.push({ key: id, text: focus.has(id) ? "focus" : title, incoming });
	}
	return words;
}

interface PathWord {
	readonly key: string;
	readonly text: string;
	/** The relation points back, at the step before. */
	readonly incoming: boolean;
}
