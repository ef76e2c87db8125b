import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { measureCpu } from "../../../test/support/measure-cpu.ts";
import { runSteps, runStepsInTurns } from "../../graph/model/run-steps.ts";
import { o200k } from "./tokenizer.ts";

const text = fc.string({ unit: "binary", maxLength: 300 });

describe("o200k", () => {
	test("counts as the encoding does", () => {
		fc.assert(
			fc.property(text, (sample) => {
				expect(o200k.count(sample)).toBe(encode(sample, { disallowedSpecial: new Set() }).length);
			}),
		);
	});

	test("takes special markers for the text they are", () => {
		expect(o200k.count("a <|endoftext|> b")).toBeGreaterThan(3);
	});

	test("a run of 100,000 equal letters is counted in bounded time", () => {
		const started = performance.now();
		expect(o200k.count("a".repeat(100_000))).toBeGreaterThan(1_000);
		expect(performance.now() - started).toBeLessThan(5_000);
	});

	test("one word again and again is counted as fast as words that differ, whatever was counted before", () => {
		const words = Array.from({ length: 100_000 }, (_, number) =>
			[...String(number)].map((digit) => "жщґѫѧѩѭѯѱӂ"[Number(digit)]).join(""),
		);
		const differing = measureCpu(() => o200k.count(words.join(" ")));
		const repeated = measureCpu(() => o200k.count("\u034f ".repeat(100_000)));
		// 0.2 as measured; above 10 when looking a word up takes longer with each time it is met.
		expect(repeated / differing).toBeLessThan(2);
	});

	test("prose without spaces is counted as the encoding does, however long it is", () => {
		const prose = "桥在三月完工，但是没有通知港口。谁负责？船期表上写着四月；我们等待回答。".repeat(200);
		expect(o200k.count(prose)).toBe(encode(prose).length);
	});

	test("a long text is counted in turns, as the encoding counts it, and known from then on", async () => {
		const words = fc.array(
			fc.oneof(fc.string({ unit: "binary", maxLength: 6 }), fc.constantFrom("жук", "漢", "a")),
			{
				minLength: 3_000,
				maxLength: 4_000,
			},
		);
		fc.assert(
			fc.property(words, fc.constantFrom(" ", "\n", " \n", ". ", "\t"), (parts, between) => {
				const sample = parts.join(between);
				runSteps(o200k.countInSteps(sample));
				expect(o200k.count(sample)).toBe(encode(sample, { disallowedSpecial: new Set() }).length);
			}),
			{ numRuns: 20 },
		);
		let longest = 0;
		let at = performance.now();
		const timer = setInterval(() => {
			longest = Math.max(longest, performance.now() - at);
			at = performance.now();
		}, 1);
		const book = Array.from(
			{ length: 200_000 },
			(_, number) => `ж${number.toString(2).replaceAll("0", "щ").replaceAll("1", "ю")}`,
		);
		const counted = measureCpu(() => o200k.count(book.join(" ")));
		at = performance.now();
		await runStepsInTurns(o200k.countInSteps(book.join("  ")));
		clearInterval(timer);
		expect(longest).toBeLessThan(counted / 2);
	});

	test("what is kept is a beginning, and fits", () => {
		fc.assert(
			fc.property(text, fc.nat({ max: 60 }), (sample, tokens) => {
				const kept = o200k.keepStart(sample, tokens);
				expect(sample.startsWith(kept)).toBe(true);
				expect(o200k.count(kept)).toBeLessThanOrEqual(tokens);
			}),
		);
	});

	test("[L6] pieces that end in a newline and start with neither space nor slash add up", () => {
		const piece = fc
			.tuple(text, fc.constantFrom("\n", "\n\n"))
			.map(([body, end]) => `[${body.replace(/\s+$/, "")}${end}`);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const together = o200k.count(pieces.join(""));
				expect(pieces.reduce((sum, part) => sum + o200k.count(part), 0)).toBe(together);
			}),
			{ numRuns: 2_000 },
		);
	});
});
