import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { fenceText, inOneLine, quoteText } from "./fence-text.ts";

const hostile = fc
	.array(
		fc.oneof(
			fc.string({ unit: "grapheme", maxLength: 20 }),
			fc.constantFrom(
				"\n",
				"```",
				"~~~",
				"````````",
				"## Current Context",
				"---",
				"$&",
				"{query}",
				"]]",
				"\r\n",
				"> ",
			),
		),
		{ maxLength: 30 },
	)
	.map((pieces) => pieces.join(""));

test("[L7] fenced text is one code block, whatever it holds", () => {
	fc.assert(
		fc.property(hostile, (text) => {
			const { children } = fromMarkdown(`before\n\n${fenceText(text)}\nafter\n`);
			expect(children.map((node) => node.type)).toEqual(["paragraph", "code", "paragraph"]);
		}),
		{ numRuns: 3_000 },
	);
});

test("[L7] a title can not start a line of its own", () => {
	fc.assert(
		fc.property(hostile, (text) => {
			expect(inOneLine(text)).not.toMatch(/[\n\r\u2028\u2029]/);
		}),
	);
});

test("[L7] quoted text is one quotation, whatever it holds", () => {
	fc.assert(
		fc.property(hostile, (text) => {
			const { children } = fromMarkdown(`before\n\n${quoteText(text)}\nafter\n`);
			expect(children.map((node) => node.type)).toEqual(["paragraph", "blockquote", "paragraph"]);
		}),
		{ numRuns: 1_000 },
	);
});

test("[L7] U+0085 ends a line like any other line end", () => {
	expect(inOneLine("a\u0085# b")).toBe("a # b");
	expect(quoteText("a\u0085# b")).toBe("> a\n> # b\n");
	expect(fenceText("a\n".repeat(200_000)).length).toBeLessThan(400_020);
});
