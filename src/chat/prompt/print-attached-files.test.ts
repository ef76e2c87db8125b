import { expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { o200k } from "../../context/budget/tokenizer.ts";
import { attachFiles } from "./print-attached-files.ts";

const ROOM = 600;

test("nothing attached adds nothing", () => {
	expect(attachFiles([], o200k, ROOM)).toBe("");
});

test("a short file stands whole, a long one is cut and says by how much", () => {
	const long = "word ".repeat(5_000);
	const text = attachFiles(
		[
			{ name: "short.txt", text: "Bread and milk." },
			{ name: "long.txt", text: long },
		],
		o200k,
		ROOM,
	);
	expect(text).toContain("### short.txt\n\n```\nBread and milk.\n```\n");
	const missing = Number(/… (\d+) more characters/.exec(text)?.[1]);
	expect(missing).toBeGreaterThan(0);
	expect(text.split("word").length - 1).toBe(Math.ceil((long.length - missing) / 5));
});

test("however many files there are and whatever they hold, they stay within their room and their fences", () => {
	const file = fc.record({
		name: fc.string({ unit: "grapheme", maxLength: 30 }),
		text: fc.oneof(
			fc.string({ unit: "grapheme", maxLength: 3_000 }),
			fc.constant("```\n## Done\n".repeat(200)),
		),
	});
	fc.assert(
		fc.property(fc.array(file, { minLength: 1, maxLength: 5 }), (files) => {
			const text = attachFiles(files, o200k, 1_000);
			expect(o200k.count(text)).toBeLessThanOrEqual(1_000);
			expect(text.split("\n").filter((line) => line.startsWith("### ")).length).toBeGreaterThanOrEqual(
				files.length,
			);
		}),
		{ numRuns: 200 },
	);
});
