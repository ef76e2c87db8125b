import { describe, expect, test } from "vitest";
import { chooseTokenizer, type KnownRatios } from "./choose-tokenizer.ts";
import { learnFactor, measureRatio } from "./token-calibration.ts";
import { o200k } from "./tokenizer.ts";

const knowing = (...ratios: number[]): KnownRatios => ({ of: async () => ratios });
const NOTHING_KNOWN = knowing();
const TEXT = "Größe übergeben, due 2026-03-11; naïve façade [k3v9x2m4].\n".repeat(20);

describe("learnFactor", () => {
	test("starts above any family, comes down with every report and settles near the highest of ten", () => {
		const first = learnFactor([]);
		const factors = Array.from({ length: 20 }, (_, index) =>
			learnFactor(Array.from({ length: index + 1 }, () => 1.1)),
		);
		expect([first, ...factors]).toEqual([first, ...factors].sort((a, b) => b - a));
		expect(factors.at(-1)).toBeLessThan(1.105);
		expect(learnFactor([1, 1, 1, 1, 1, 1, 1, 1, 1.2, 1.2])).toBeGreaterThanOrEqual(1.2);
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
