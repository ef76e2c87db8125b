import { expect, test } from "vitest";
import { itemOf } from "../../../test/support/fitting.ts";
import { runSteps } from "../../graph/model/run-steps.ts";
import { countLongForms, isLikelyWithin, SizedForm } from "./sized-form.ts";

/** Counts a token a word, and how often it was asked to. */
function makeCounter() {
	const asked = { times: 0 };
	const tokenizer = {
		count: (text: string): number => {
			asked.times += 1;
			return text.split(" ").length;
		},
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

const LONG = "word ".repeat(20_000).trim();

/** Counts a token a word, a word a step. */
function makeStepCounter() {
	const read = { words: 0 };
	return {
		read,
		*countInSteps(text: string, most: number) {
			let total = 0;
			for (const _ of text.split(" ")) {
				total += 1;
				read.words += 1;
				if (total > most) return undefined;
				yield;
			}
			return total;
		},
	};
}

test("[P23] a long text is counted no further than the budget, and not again for the next request", () => {
	const { tokenizer } = makeCounter();
	const steps = makeStepCounter();
	const form = new SizedForm("full", LONG, tokenizer);
	const item = { ...itemOf("a", 1, [1]), forms: [form] as const };
	const [first] = runSteps(countLongForms([item], steps, 500));
	expect(first?.forms[0]).toMatchObject({ form: "full", text: LONG, tokens: 501 });
	expect(steps.read.words).toBe(501);
	runSteps(countLongForms([item], steps, 400));
	expect(steps.read.words).toBe(501);
	// A larger budget may hold it, and then it has to be known.
	const [larger] = runSteps(countLongForms([item], steps, 100_000));
	expect(larger?.forms[0].tokens).toBe(20_000);
});

test("[P23] however many long texts there are, counting them ends no context with an error", () => {
	const { tokenizer } = makeCounter();
	const megabyte = "word ".repeat(200_000);
	const items = Array.from({ length: 45 }, (_, index) => ({
		...itemOf(String(index), 1, [1]),
		forms: [new SizedForm("full", `${index} ${megabyte}`, tokenizer)] as const,
	}));
	const counted = runSteps(countLongForms(items, makeStepCounter(), 1_000));
	expect(counted.map(({ forms }) => forms[0].tokens)).toEqual(items.map(() => 1_001));
});
