import { describe, expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { runSteps } from "../../graph/model/run-steps.ts";
import type { TruncationStrategy } from "../model/config.ts";
import { o200k } from "./tokenizer.ts";
import { makeTruncator } from "./truncate-text.ts";

/** Words in lower case and without plural endings: enough to see which words a sentence shares with a question. */
const analyse = (text: string): string[] =>
	(text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => word.replace(/s$/, ""));

function cutWith(defaultStrategy: TruncationStrategy, query = "", minContentLength = 0) {
	const cut = makeTruncator({ defaultStrategy, minContentLength, query, analyse, tokenizer: o200k });
	return (text: string, tokens: number, summary?: string) => runSteps(cut(text, tokens, summary));
}

const ESSAY = [
	"The bridge was built in 1887 by two brothers.",
	"Its first winter was mild.",
	"A ferry had crossed there before.",
	"The corroded hinge was replaced after the salt spray test.",
	"Nobody remembers the opening.",
	"Tolls were taken until the war.",
	"The new hinges are made of bronze.",
	"Swallows nest below the deck.",
].join(" ");

describe("[F10] cutting a text", () => {
	test("keep_start keeps the beginning", () => {
		const cut = cutWith("keep_start")(ESSAY, 12);
		expect(cut?.text).toMatch(/^The bridge was built in 1887.*…$/);
		expect(ESSAY.startsWith(cut?.text.slice(0, -1) ?? "-")).toBe(true);
		expect(cut?.kept).toBe((cut?.text.length ?? 0) - 1);
	});

	test("keep_end keeps the end", () => {
		const cut = cutWith("keep_end")(ESSAY, 12);
		expect(cut?.text).toMatch(/^….*nest below the deck\.$/);
		expect(ESSAY.endsWith(cut?.text.slice(1) ?? "-")).toBe(true);
	});

	test("extractive keeps the sentences that answer, in their order, and marks the gaps", () => {
		const cut = cutWith("extractive", "hinges replaced")(ESSAY, 45);
		expect(cut?.text).toContain(
			"The corroded hinge was replaced after the salt spray test. … The new hinges are made of bronze.",
		);
		expect(cut?.text.indexOf("corroded")).toBeLessThan(cut?.text.indexOf("bronze") ?? -1);
		expect(cut?.text.endsWith("…")).toBe(true);
	});

	test("extractive without a match begins at the beginning", () => {
		expect(cutWith("extractive", "zyzzyva")(ESSAY, 30)?.text).toMatch(
			/^The bridge was built in 1887 by two brothers\./,
		);
	});

	test("summarize takes the stored summary, and cuts as extractive does where there is none or it is too long", () => {
		const summarize = cutWith("summarize", "hinges");
		expect(summarize(ESSAY, 30, "An old bridge with new hinges.")).toEqual({
			text: "(summary) An old bridge with new hinges.",
			kept: 0,
		});
		expect(summarize(ESSAY, 30)).toEqual(cutWith("extractive", "hinges")(ESSAY, 30));
		expect(summarize(ESSAY, 30, "word ".repeat(100))).toEqual(summarize(ESSAY, 30));
	});

	test("what would leave fewer characters than the least is no cut at all", () => {
		expect(cutWith("keep_start", "", 50)(ESSAY, 5)).toBeNull();
		expect(cutWith("extractive", "", 50)(ESSAY, 0)).toBeNull();
	});

	test("a text is not broken inside a character", () => {
		for (const strategy of ["keep_start", "keep_end", "extractive"] as const) {
			const cut = cutWith(strategy)("🦢🐟".repeat(3_000), 25);
			expect(cut?.text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
		}
	});

	test("no strategy exceeds the tokens it is given, and none tells of more than there is", () => {
		const piece = fc.oneof(
			fc.string({ unit: "grapheme", maxLength: 30 }),
			fc.constantFrom("\n", ". ", "! A", "。", "a".repeat(700), "```", "- x\n", "| a | b |\n"),
		);
		const strategy = fc.constantFrom("keep_start" as const, "keep_end" as const, "extractive" as const);
		fc.assert(
			fc.property(
				fc.array(piece, { maxLength: 40 }),
				strategy,
				fc.integer({ min: 1, max: 120 }),
				(pieces, name, tokens) => {
					const text = pieces.join("");
					const cut = cutWith(name, "a x")(text, tokens);
					if (cut === null) return;
					// A mark at the end of a cut is one token more at most; the caller counts what is printed.
					expect(o200k.count(cut.text)).toBeLessThanOrEqual(tokens + 3);
					expect(cut.kept).toBeLessThanOrEqual(text.length);
				},
			),
			{ numRuns: 400 },
		);
	});

	test("what answers is found at the end of a very long body", () => {
		const long = `${"Nothing of note happened that day. ".repeat(40_000)}\n\nThe hinges were oiled on a Tuesday.`;
		expect(cutWith("extractive", "when were the hinges oiled")(long, 60)?.text).toContain("on a Tuesday");
	});

	test("lines of one paragraph are one text, wherever they were wrapped", () => {
		const wrapped = `Tolls were taken at\nthe bridge until the war. The\nhinges are made of\nbronze. ${"Swallows nest\nbelow the deck. ".repeat(20)}`;
		expect(cutWith("extractive", "hinges bronze")(wrapped, 24)?.text).toContain(
			"The\nhinges are made of\nbronze.",
		);
	});
});
