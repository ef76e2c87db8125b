import { expect, test } from "vitest";
import type { ContextItem, ContextPayload } from "../api.ts";
import { describePath, focusIds } from "./read-context.ts";

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

test("the way to an item is told in words, from the focus on, without the item itself", () => {
	const words = describePath({ path: steps, itemId: "other", focus: focusIds(payload) });
	expect(words.map(({ text }) => text)).toEqual(["focus", "belongs to plan", "Hinge change", "has task"]);
	expect(words.map(({ incoming }) => incoming)).toEqual([false, false, false, true]);
});
