import type { ContextItem, ContextPayload, PathStep } from "../../../src/client/context-calls.ts";
import { stripMarks } from "../text/strip-marks.ts";

/**
 * Whether the item is a piece of a text: a page in focus is many items, which share its id and have a block id each.
 */
export const isBlock = ({ id, blockId }: ContextItem): boolean => blockId !== id;

/** A block is named by its first words; named by its page, all blocks of a page would read alike. */
export function nameItem(item: ContextItem): string {
	if (!isBlock(item)) return item.title;
	const first = item.content.split("\n").find((line) => line.startsWith("> ")) ?? "";
	return stripMarks(first.slice(2)).trim() || item.title;
}

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

/** Returns the items in the context of the turn before, by the id that no two items share. */
export function listKnown(before: ContextPayload | null): ReadonlyMap<string, ContextItem> {
	return new Map((before?.sections ?? []).flatMap(({ items }) => items.map((item) => [item.blockId, item])));
}

/** How an item differs from the turn before: new, or in another form; null when it is the same. */
export function describeChange(item: ContextItem, before: ContextItem | undefined): string | null {
	if (before === undefined) return "new";
	return before.form === item.form ? null : `was ${before.form}`;
}

/** Lists the items that the turn before read and this one does not. */
export function listGone(
	payload: ContextPayload,
	known: ReadonlyMap<string, ContextItem>,
): readonly ContextItem[] {
	const present = listKnown(payload);
	return [...known.values()].filter(({ blockId }) => !present.has(blockId));
}

const mostBeaten = 4;

/**
 * Lists the items that an item displaced: those behind it in its section that got less room, then those that did not
 * fit at all.
 */
export function listBeaten(payload: ContextPayload, item: ContextItem) {
	const section = payload.sections.find(({ items }) => items.includes(item));
	const behind = (section?.items ?? []).filter(({ relevance }) => relevance < item.relevance);
	const omitted = payload.omitted.filter(({ reason, title }) => reason === "budget" && title !== undefined);
	return [
		...behind.map((item) => ({
			...{ id: item.blockId, kind: item.kind, title: nameItem(item), fate: item.form },
		})),
		...omitted.map(({ id, kind = "", title = id }) => ({ id, kind, title, fate: "left out" })),
	].slice(0, mostBeaten);
}

/**
 * Returns the ids that the question is about. Items that came along with them are in the same section, and have a path
 * that led to them.
 */
export function focusIds(payload: ContextPayload): ReadonlySet<string> {
	const focus = payload.sections.filter((section) => section.type === "focus");
	const items = focus.flatMap((section) => section.items);
	return new Set(items.filter(({ because }) => because.path.length <= 1).map(({ id }) => id));
}

interface DescribePathOptions {
	readonly path: readonly PathStep[];
	readonly itemId: string;
	readonly focus: ReadonlySet<string>;
}

/** Returns the path from the focus to an item as words, without the item's own title. */
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
	/** Whether the relation points back to the step before. */
	readonly incoming: boolean;
}
