import { describe, expect, test } from "vitest";
import { chooseTokenizer, type KnownRatios, learnFactor, measureRatio } from "./choose-tokenizer.ts";
import { o200k } from "./tokenizer.ts";

const knowing = (...ratios: number[]): KnownRatios => ({ of: async () => ratios });
const NOTHING_KNOWN = knowing();
const FIRST = 1.6;
const TEXT = "Größe übergeben, due 2026-03-11; naïve façade [k3v9x2m4].\n".repeat(20);

describe("learnFactor", () => {
	test("starts where it is told to, comes down with every report and settles near the highest of ten", () => {
		const first = learnFactor([], FIRST);
		expect(first).toBe(FIRST);
		const factors = Array.from({ length: 20 }, (_, index) =>
			learnFactor(
				Array.from({ length: index + 1 }, () => 1.1),
				FIRST,
			),
		);
		expect([first, ...factors]).toEqual([first, ...factors].sort((a, b) => b - a));
		expect(factors.at(-1)).toBeLessThan(1.105);
		expect(learnFactor([1, 1, 1, 1, 1, 1, 1, 1, 1.2, 1.2], FIRST)).toBeGreaterThanOrEqual(1.2);
	});

	test("what cannot be the count of one prompt teaches nothing", () => {
		expect(measureRatio({ counted: 100, reported: 110 })).toBeCloseTo(1.1);
		for (const [counted, reported] of [
			[0, 110],
			[100, 0],
			[100, 900],
			[100, Number.NaN],
		] as const)
			expect(measureRatio({ counted, reported })).toBeUndefined();
	});
});

describe("chooseTokenizer", () => {
	test.each([
		[undefined, "o200k"],
		["gpt-5-mini", "o200k"],
		["openai:gpt-4o", "o200k"],
		["gpt-4-turbo", "cl100k"],
		["gpt-3.5-turbo", "cl100k"],
	])("%s is counted exactly, by %s", async (model, name) => {
		expect(await chooseTokenizer(model, knowing(1.4))).toMatchObject({ name, exact: true });
	});

	test.each([
		["claude-3-5-sonnet-20241022", "o200k×1.35"],
		["claude-sonnet-4-20250514", "o200k×1.35"],
		["anthropic:claude-haiku-4-5", "o200k×1.35"],
		["anthropic/claude-opus-4.6", "o200k×1.35"],
		["claude-2.1", "o200k×1.35"],
		["claude-opus-4-7", "o200k×1.75"],
		["claude-opus-4-10", "o200k×1.75"],
		["claude-sonnet-5-5", "o200k×1.75"],
		["claude-next", "o200k×1.75"],
		["openai-compatible:llama3.3", "cl100k×1.10"],
		["llama3.1:8b", "cl100k×1.10"],
		["meta-llama/Llama-3.3-70B-Instruct", "cl100k×1.10"],
		["Llama-4-Scout-17B", "o200k×1.25"],
		["llama2", "o200k×1.60"],
		["mistral-small", "o200k×1.60"],
	])("[L1] %s starts at %s", async (model, name) => {
		expect(await chooseTokenizer(model, NOTHING_KNOWN)).toMatchObject({ name, exact: false });
	});

	test("[L1] Llama 3 is never granted fewer tokens than the vocabulary it was built on takes", async () => {
		const llama = await chooseTokenizer("llama3.3", NOTHING_KNOWN);
		const cl100k = await chooseTokenizer("gpt-4", NOTHING_KNOWN);
		for (const text of [
			TEXT,
			"ನಮಸ್ಕಾರ ".repeat(50),
			"之間的關係".repeat(50),
			"x = [1, 2]\n\tif x:\n".repeat(30),
		])
			expect(llama.count(text)).toBeGreaterThanOrEqual(cl100k.count(text));
	});

	test("[L1] a report is compared with the count that the factor is applied to", async () => {
		const llama = await chooseTokenizer("llama3.3", NOTHING_KNOWN);
		const cl100k = await chooseTokenizer("gpt-4", NOTHING_KNOWN);
		expect(llama.countPlain(TEXT)).toBe(cl100k.count(TEXT));
	});

	test("a family whose tokenizer does not ship is estimated upwards, and better once it has reported", async () => {
		const before = await chooseTokenizer("claude-test", NOTHING_KNOWN);
		expect(before.exact).toBe(false);
		expect(before.count(TEXT)).toBeGreaterThan(o200k.count(TEXT));
		const after = await chooseTokenizer("claude-test", knowing(1.2));
		expect(after.count(TEXT)).toBeLessThan(before.count(TEXT));
		expect(after.keepStart(TEXT, 50).length).toBeLessThan(TEXT.length);
		expect(after.count(after.keepStart(TEXT, 50))).toBeLessThanOrEqual(50);
	});
});
