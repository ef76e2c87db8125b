import { expect, test } from "vitest";
import type { ContextItem, ContextPayload } from "../../../src/client/context-calls.ts";
import { describePath, focusIds, listGone, listKnown, nameItem } from "./read-context.ts";

const steps = [
	{ id: "task", title: "Cut the lid" },
	{ id: "plan", title: "Hinge change", relation: "belongs_to_plan", direction: "outgoing" },
	{ id: "other", title: "Sign the samples", relation: "has_task", direction: "incoming" },
] as const;

const itemAt = (length: number) =>
	({ id: steps[length - 1]?.id, because: { path: steps.slice(0, length) } }) as unknown as ContextItem;

const payload = {
	sections: [{ type: "focus", items: [itemAt(1), itemAt(2), itemAt(3)] }],
} as unknown as ContextPayload;

test("only what was asked about is called the focus, not what came along with it", () => {
	expect([...focusIds(payload)]).toEqual(["task"]);
});

test("the path to an item is described in words, from the focus on, without the item itself", () => {
	const words = describePath({ path: steps, itemId: "other", focus: focusIds(payload) });
	expect(words.map(({ text }) => text)).toEqual(["focus", "belongs to plan", "Hinge change", "has task"]);
	expect(words.map(({ incoming }) => incoming)).toEqual([false, false, false, true]);
});

const page = {
	id: "page",
	blockId: "page",
	title: "The message path",
	content: "[The message path] [document]\n",
};
const block = (blockId: string, content: string) => ({ ...page, blockId, content });
const contextOf = (...items: readonly object[]) => ({ sections: [{ items }] }) as unknown as ContextPayload;

test("a block is named by how it begins, without its marks, and anything else by its title", () => {
	const named = [
		page,
		block("a", "> ## Rules\n\n"),
		block("b", "[The message path] [list_item] ← in focus\n> 1. **Gauge** sends\n"),
	];
	expect(named.map((item) => nameItem(item as ContextItem))).toEqual([
		"The message path",
		"Rules",
		"1. Gauge sends",
	]);
	expect(nameItem(block("c", "> ---\n") as ContextItem)).not.toBe("");
});

test("blocks of one page are items of their own: one that is gone is listed, the others stay known", () => {
	const before = contextOf(page, block("a", "> One\n"), block("b", "> Two\n"));
	expect([...listKnown(before).keys()]).toEqual(["page", "a", "b"]);
	const gone = listGone(contextOf(page, block("a", "> One\n")), listKnown(before));
	expect(gone.map(({ blockId }) => blockId)).toEqual(["b"]);
});
