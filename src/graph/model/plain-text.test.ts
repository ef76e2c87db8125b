import { expect, test } from "vitest";
import { readPlainText } from "./plain-text.ts";

test.each([
	["# Head\n\nText.", "Head\n\nText."],
	["**bold**, *slanted*, _so_, ~~gone~~ and `code`", "bold, slanted, so, gone and code"],
	["[a page](https://example.org/x) and ![a picture](p.png)", "a page and a picture"],
	["[[Target]] and [[Target|another name]] and ![[File]]", "Target and another name and File"],
	["> quoted\n> > twice", "quoted\ntwice"],
	["- [ ] open\n- [x] done\n1. first", "- [ ] open\n- [x] done\n1. first"],
	["```js\nconst a_b_c = 2 * 3 * 4;\n```", "const a_b_c = 2 * 3 * 4;"],
	["a\n\n---\n\nb", "a\n\nb"],
	["| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n\n| 1 | 2 |"],
	["1 < 2 and <b>bold</b>", "1 < 2 and bold"],
	["snake_case_name stays", "snake_case_name stays"],
])("[F11] %j reads %j", (markdown, plain) => {
	expect(readPlainText(markdown)).toBe(plain);
});

test("[F11] hostile lines are read in bounded time", () => {
	const started = performance.now();
	for (const piece of ["[", "![", "**", "_a", "<a", "`", "> ", "|-", "[[a|", "- "])
		readPlainText(piece.repeat(4_000));
	expect(performance.now() - started).toBeLessThan(2_000);
});
