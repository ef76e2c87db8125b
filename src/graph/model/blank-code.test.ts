import { expect, test } from "vitest";
import { blankCode } from "./blank-code.ts";

const shown = (source: string): string => blankCode(source).replace(/ +/g, " ").trim();

test.each([
	["inline code", "a `[[b]]` c", "a c"],
	["two backticks around one", "a `` ` [[b]] `` c", "a c"],
	["a run without a partner", "a `[[b]] c", "a `[[b]] c"],
	["runs of different lengths", "a ``b` c", "a ``b` c"],
	["a fence", "a\n```js\n[[b]]\n```\nc", "a\n \n \n \nc"],
	["a fence in a list", "- a\n\t- ```js\n\t  [[b]]\n\t  ```\n- c", "- a\n \n \n \n- c"],
	["a longer fence around a shorter one", "````\n```\n[[b]]\n````\nc", "\n \n \n \nc"],
	["a fence that never ends", "a\n~~~\nb", "a"],
	["three backticks on one line", "a ```b``` c", "a c"],
	["an opening fence with an info text is no closing one", "```\nb\n```js\nd", ""],
])("%s", (_, source, expected) => {
	expect(shown(source)).toBe(expected.trim());
	expect(blankCode(source)).toHaveLength(source.length);
});

test("a line of backticks takes no longer than a line of text", () => {
	const runs = Array.from({ length: 2000 }, (_, index) => "`".repeat(index + 1)).join(" ");
	const started = performance.now();
	expect(blankCode(runs)).toHaveLength(runs.length);
	expect(performance.now() - started).toBeLessThan(1000);
});
