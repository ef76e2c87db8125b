import * as cl100k from "gpt-tokenizer/encoding/cl100k_base";
import * as o200k from "gpt-tokenizer/encoding/o200k_base";
import * as p50k from "gpt-tokenizer/encoding/p50k_base";
import * as r50k from "gpt-tokenizer/encoding/r50k_base";
import { describe, expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { runSteps } from "../../graph/model/run-steps.ts";
import { makeWordCounter } from "./count-words.ts";

const OPTIONS = { disallowedSpecial: new Set<string>() };

/** Characters that make a seam, and their neighbours. */
const unit = fc.oneof(
	fc.constantFrom(
		" ",
		"  ",
		"\n",
		"\r\n",
		"\t",
		"/",
		"'s",
		"'LL",
		"…",
		"`",
		"-",
		",",
		"é",
		"\u0301",
		"字",
		"\u00a0",
	),
	fc.constantFrom("a", "Zb", "word", "1", "2026", "<|endoftext|>", "_", "\u2028"),
	fc.constantFrom("[id:9qh4vvgj]", "]]\n\n[[", "don't", " (", "12,345.67", "x2", "**", " #7"),
	fc.string({ unit: "binary", maxLength: 2 }),
);
const text = fc.array(unit, { maxLength: 60 }).map((units) => units.join(""));

describe.each(Object.entries({ o200k, cl100k, p50k, r50k }))("%s", (_, { countTokens }) => {
	const count = (sample: string): number => countTokens(sample, OPTIONS);
	const { count: countWords } = makeWordCounter(count, 1_000);

	test("[L6] word by word a text has as many tokens as in one piece", () => {
		fc.assert(
			fc.property(text, (sample) => {
				expect(countWords(sample)).toBe(count(sample));
			}),
			{ numRuns: 1_500 },
		);
	});

	test("[P23] in steps it has the same count, wherever a step ends", () => {
		// Words are new to it, so that a step ends after every sixteen of them.
		const { countInSteps } = makeWordCounter(count, 1_000);
		fc.assert(
			fc.property(fc.array(text, { minLength: 8, maxLength: 20 }), (texts) => {
				const sample = texts.join(" a");
				expect(runSteps(countInSteps(sample))).toBe(countWords(sample));
			}),
			{ numRuns: 300 },
		);
	});
});

test("the same word is counted once, whatever text it stands in", () => {
	const counted: string[] = [];
	const { count: countWords } = makeWordCounter((word) => counted.push(word) && 1, 100);
	countWords("the launch is late");
	countWords("why is the launch late");
	expect(counted).toEqual(["the", " launch", " is", " late", "why", " the"]);
});

test("a text with a long run is not counted by words", () => {
	const { count: countWords } = makeWordCounter(() => 1, 10);
	expect(countWords("a short one")).toBe(3);
	expect(countWords(`a ${"x".repeat(20)} b`)).toBeUndefined();
});
