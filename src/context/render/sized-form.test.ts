import { expect, test } from "vitest";
import { isLikelyWithin, SizedForm } from "./sized-form.ts";

/** Counts a token a word, and how often it was asked to. */
function makeCounter() {
	const asked = { times: 0 };
	const tokenizer = {
		name: "one a word",
		count: (text: string): number => {
			asked.times += 1;
			return text.split(" ").length;
		},
		keepStart: (text: string): string => text,
	};
	return { asked, tokenizer };
}

const TEXT = Array(100).fill("word").join(" ");

test("a text is counted when somebody has to know, and once", () => {
	const { asked, tokenizer } = makeCounter();
	const form = new SizedForm("full", TEXT, tokenizer);
	expect(asked.times).toBe(0);
	expect([form.tokens, form.tokens, asked.times]).toEqual([100, 100, 1]);
});

test("whether it probably fits is told by its length, counted before or not", () => {
	const { asked, tokenizer } = makeCounter();
	const form = new SizedForm("full", TEXT, tokenizer);
	const guess = [isLikelyWithin(form, 124), isLikelyWithin(form, 125)];
	expect([guess, asked.times]).toEqual([[false, true], 0]);
	expect(form.tokens).toBe(100);
	expect([isLikelyWithin(form, 124), isLikelyWithin(form, 125)]).toEqual(guess);
});
