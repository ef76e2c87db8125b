import { expect, test } from "vitest";
import { SizedForm } from "./sized-form.ts";

/** Counts two tokens a word, and how often it was asked to. */
function makeCounter() {
	const asked = { times: 0 };
	const words = (text: string): number => text.split(" ").length;
	const tokenizer = {
		name: "two a word",
		count: (text: string): number => {
			asked.times += 1;
			return 2 * words(text);
		},
		bound: (text: string) => ({ least: words(text), most: text.length }),
		keepStart: (text: string): string => text,
	};
	return { asked, tokenizer };
}

const TEXT = Array(100).fill("word").join(" ");

test("what its length tells is not counted", () => {
	const { asked, tokenizer } = makeCounter();
	const form = new SizedForm("full", TEXT, tokenizer);
	expect([form.isWithin(99), form.isWithin(TEXT.length), asked.times]).toEqual([false, true, 0]);
	expect([form.isWithin(150), asked.times]).toEqual([false, 1]);
	expect([form.tokens, form.isWithin(200), asked.times]).toEqual([200, true, 1]);
});

test("it is within exactly what counting it says, counted before or not", () => {
	for (const room of [0, 99, 100, 199, 200, 201, 498, 499, 500]) {
		const form = new SizedForm("full", TEXT, makeCounter().tokenizer);
		expect(form.isWithin(room)).toBe(form.tokens <= room);
		expect(form.isWithin(room)).toBe(form.tokens <= room);
	}
});
