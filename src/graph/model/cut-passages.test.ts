import { expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { cutPassages } from "./cut-passages.ts";

test("passages follow each other, lose nothing but white space, and stay short enough for the model", () => {
	const piece = fc.constantFrom("word ", "Sentence ends. ", "\n\n", "\n", "𝒳", "x".repeat(300));
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
			const text = pieces.join("");
			let end = 0;
			for (const passage of cutPassages(text)) {
				expect(text.slice(end, passage.start).trim()).toBe("");
				expect(passage.end - passage.start).toBeLessThanOrEqual(1_000);
				expect(encodeURIComponent(text.slice(passage.start, passage.end))).not.toBe("");
				end = passage.end;
			}
			if (text.length < 200_000) expect(text.slice(end).trim()).toBe("");
		}),
	);
});

test("a text is cut where a paragraph or a sentence ends, into parts of about the same length", () => {
	const sentence = "The gauge on the second pier was read at noon and found dry. ";
	const lengths = cutPassages(sentence.repeat(20)).map(({ start, end }) => end - start);
	expect(lengths).toHaveLength(2);
	expect(lengths.every((length) => length % sentence.length === 0)).toBe(true);
	expect(Math.min(...lengths)).toBeGreaterThan(400);
	expect(cutPassages("  \n ")).toEqual([]);
});
