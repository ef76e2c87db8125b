import { encode as encodeR50k } from "gpt-tokenizer/encoding/r50k_base";
import { describe, expect, test } from "vitest";
import { WORDS } from "../../../test/support/random-workspace.ts";
import { chooseTokenizer, tokenCalibration } from "./choose-tokenizer.ts";
import { TokenCalibration } from "./token-calibration.ts";
import { o200k } from "./tokenizer.ts";

/** Prompts as contexts are made of: headings, fields, ids, prose. */
const promptOf = (index: number): string =>
	Array.from({ length: 30 }, (_, line) => {
		const words = Array.from(
			{ length: 12 },
			(__, word) => WORDS[(index * 7 + line * 3 + word * 5) % WORDS.length],
		);
		return line % 3 === 0
			? `- **${words.slice(0, 3).join(" ")}** [k3v9x2m${line % 10}] (in_progress) - belongs_to_plan\n`
			: `${words.join(" ")}, due 2026-0${1 + (line % 9)}-1${line % 10}. Größe übergeben; naïve façade.\n`;
	}).join("");

describe("TokenCalibration", () => {
	test("starts above any family and comes within five percent after twenty turns of another family's tokenizer", () => {
		const calibration = new TokenCalibration();
		const errorOf = (prompt: string): number => {
			const reported = encodeR50k(prompt).length;
			return (o200k.count(prompt) * calibration.factorOf("other") - reported) / reported;
		};
		expect(errorOf(promptOf(0))).toBeGreaterThan(0);
		for (let turn = 0; turn < 20; turn += 1) {
			const prompt = promptOf(turn);
			expect(errorOf(prompt)).toBeGreaterThan(-0.05);
			calibration.observe({
				model: "other",
				counted: o200k.count(prompt),
				reported: encodeR50k(prompt).length,
			});
		}
		const errors = Array.from({ length: 100 }, (_, index) => Math.abs(errorOf(promptOf(100 + index)))).sort(
			(a, b) => a - b,
		);
		expect(errors[95]).toBeLessThanOrEqual(0.05);
	});

	test("what one model taught is not held against another, and nonsense teaches nothing", () => {
		const calibration = new TokenCalibration();
		const first = calibration.factorOf("a");
		calibration.observe({ model: "a", counted: 100, reported: 110 });
		calibration.observe({ model: "a", counted: 0, reported: 110 });
		expect(calibration.factorOf("a")).toBeLessThan(first);
		expect(calibration.factorOf("b")).toBe(first);
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
		expect(await chooseTokenizer(model)).toMatchObject({ name, exact: true });
	});

	test("a family whose tokenizer does not ship is estimated upwards, and better once it has reported", async () => {
		const text = promptOf(1);
		const before = await chooseTokenizer("claude-test");
		expect(before.exact).toBe(false);
		expect(before.count(text)).toBeGreaterThan(o200k.count(text));
		tokenCalibration.observe({ model: "claude-test", counted: 1_000, reported: 1_200 });
		const after = await chooseTokenizer("claude-test");
		expect(after.count(text)).toBeLessThan(before.count(text));
		expect(after.keepStart(text, 50).length).toBeLessThan(text.length);
		expect(after.count(after.keepStart(text, 50))).toBeLessThanOrEqual(50);
	});
});
