import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, test } from "vitest";
import { HOSTILE_TEXTS } from "../../../bench/hostile-texts.ts";
import { measureCpu } from "../../../test/support/measure-cpu.ts";
import { isRenderable } from "./safe-markdown.tsx";

const LONGEST = 2_000;

test("[P23] every text let through is drawn in a moment", { timeout: 120_000 }, () => {
	const slow = HOSTILE_TEXTS.flatMap(({ name, write }) => {
		const text = write(4_000);
		if (!isRenderable(text)) return [];
		const milliseconds = measureCpu(() => fromMarkdown(text));
		return milliseconds > LONGEST ? [{ name, milliseconds }] : [];
	});
	expect(slow).toEqual([]);
});

test("nested quotes, nested emphasis and whole books are shown as they are written", () => {
	expect(isRenderable("> ".repeat(1_000))).toBe(false);
	expect(isRenderable("*a ".repeat(2_000) + " b*".repeat(2_000))).toBe(false);
	expect(isRenderable("word ".repeat(100_000))).toBe(false);
	expect(isRenderable("# Title\n\n**Decided** by [[Maren]]: *now*.\n\n- one\n  - two\n")).toBe(true);
});
