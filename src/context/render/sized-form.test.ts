import { expect, test } from "vitest";
import { estimateWith, o200k } from "../budget/tokenizer.ts";
import { SizedForm } from "./sized-form.ts";

const TEXTS = [
	"",
	"a",
	"The pins failed by their steel, not by their shape.\n",
	"- [task] **Count modems: stock, orders** [rdgvenhf] (todo)\n",
	"    deep\n\n\n// slashes\t\tand tabs  \n",
	"naïve café 水位警报 ٣٤٥ 👩‍👩‍👧‍👦",
	"x".repeat(2_000),
	`${"word ".repeat(300)}\n`,
];

test("a form is within exactly what counting it says, counted or not", () => {
	for (const tokenizer of [o200k, estimateWith(o200k, 1.6), estimateWith(o200k, 0.7)]) {
		for (const text of TEXTS) {
			const tokens = tokenizer.count(text);
			const { least, most } = tokenizer.bound(text);
			expect(least, text).toBeLessThanOrEqual(tokens);
			expect(most, text).toBeGreaterThanOrEqual(tokens);
			for (const room of [0, tokens - 1, tokens, tokens + 1, tokens * 10]) {
				const form = new SizedForm("full", text, tokenizer);
				expect(form.isWithin(room)).toBe(tokens <= room);
				expect(form.tokens).toBe(tokens);
				expect(form.isWithin(room)).toBe(tokens <= room);
			}
		}
	}
});

test("what its length tells is not counted", () => {
	let counted = 0;
	const tokenizer = {
		...o200k,
		count: (text: string): number => {
			counted += 1;
			return o200k.count(text);
		},
	};
	const form = new SizedForm("full", "word ".repeat(100), tokenizer);
	expect([form.isWithin(50), form.isWithin(1_000), counted]).toEqual([false, true, 0]);
	expect([form.isWithin(200), counted]).toEqual([true, 1]);
});
