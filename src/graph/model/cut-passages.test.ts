import { describe, expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { cutPassages, LONGEST_PASSAGE } from "./cut-passages.ts";

const show = (text: string) =>
	cutPassages(text).map(({ start, end, headings, lead }) => ({
		text: text.slice(start, end),
		under: headings.join(" > "),
		...(lead && { lead: text.slice(lead.start, lead.end) }),
	}));
const textsOf = (text: string): readonly string[] => show(text).map((passage) => passage.text);
const fill = (sentence: string, length: number): string =>
	sentence.repeat(Math.ceil(length / sentence.length)).trim();

test("[S30] passages follow each other, lose no word of the text and stay short enough for the model", () => {
	const piece = fc.constantFrom("word ", "Sentence ends. ", "\n\n", "\n", "𝒳", "x".repeat(300), "- item\n");
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
			const text = pieces.join("");
			let end = 0;
			for (const passage of cutPassages(text)) {
				expect(text.slice(end, passage.start).trim()).toBe("");
				expect(passage.end - passage.start).toBeLessThanOrEqual(LONGEST_PASSAGE);
				expect(() => encodeURIComponent(text.slice(passage.start, passage.end))).not.toThrow();
				end = passage.end;
			}
			expect(text.slice(end).trim()).toBe("");
		}),
	);
});

test("[S30] a text is cut where a paragraph or a sentence ends, into parts of about the same length", () => {
	const sentence = "The gauge on the second pier was read at noon and found dry. ";
	const parts = textsOf(sentence.repeat(20));
	expect(parts).toHaveLength(2);
	expect(parts.every((part) => part.trim().endsWith("dry."))).toBe(true);
	expect(Math.min(...parts.map(({ length }) => length))).toBeGreaterThan(400);
	expect(cutPassages("  \n ")).toEqual([]);
});

describe("[S30] the shape of a text", () => {
	const long = fill("The gauge was read at noon.", 800);

	test("a heading begins a passage, which says what it is under; a short text is one as it is", () => {
		const text = `# Bridge\n\n${long}\n\n## Piers ##\n\n${long}\n\nSetext\n------\n${long}`;
		expect(show(text).map(({ under }) => under)).toEqual(["Bridge", "Bridge > Piers", "Bridge > Setext"]);
		expect(textsOf("# Bridge\n\nshort\n\n## Piers\n\nshort")).toHaveLength(1);
	});

	test("comments, tables of contents, badges and addresses of links are left out, in code nothing is", () => {
		const text = [
			"<!--\nwrite here\n-->",
			"%%\nprivate remark\n%%",
			"[![build](https://x/b.svg)](https://x)",
			"- [Piers](#piers)\n  - [Decks](#decks)",
			long,
			"```\n<!-- kept -->\n# no heading\n```",
			"[piers]: https://example.org/piers",
		].join("\n\n");
		const all = textsOf(text).join("\n");
		for (const gone of ["write here", "private remark", "build", "(#piers)", "example.org"])
			expect(all).not.toContain(gone);
		expect(all).toContain("<!-- kept -->\n# no heading");
	});

	test("rows that are cut off from their table have its head, entries of a list the line that leads to it", () => {
		const rows = Array.from({ length: 60 }, (_, index) => `| pier ${index} | read at noon and found dry |`);
		const [, second] = show(`| pier | gauge |\n|---|---|\n${rows.join("\n")}`);
		expect(second?.lead).toBe("| pier | gauge |\n|---|---|");
		const entries = rows.map((_, index) => `- pier ${index} was read at noon and found to be dry`);
		const [, rest] = show(`What was read:\n${entries.join("\n")}`);
		expect(rest?.lead).toBe("What was read:");
	});

	test("short sections that follow each other are one passage, with their headings inside", () => {
		const text = `# Questions\n\n${long}\n\n## Is it safe?\n\nNo.\n\n## Is it fast?\n\nYes.\n\n## Why?\n\n${long}`;
		expect(show(text)).toMatchObject([
			{ under: "Questions" },
			{ under: "Questions", text: "## Is it safe?\n\nNo.\n\n## Is it fast?\n\nYes." },
			{ under: "Questions > Why?" },
		]);
	});
});

test("[S30] a heading that is an entry of a list is over its own entries, not over those beside it", () => {
	const filler = "Fixed a fault in the search of pages. ".repeat(10);
	const text = [
		`- ## Beta 0.8.16\n\t- ${filler}`,
		`- [[Aug 8th, 2022]]\n\t- Search ignores accents. ${filler}`,
		`- [[Jul 1st, 2022]]\n\t- Faster start. ${filler}`,
	].join("\n");
	const headingsOf = (words: string): readonly string[] | undefined =>
		cutPassages(text).find(({ start, end }) => text.slice(start, end).includes(words))?.headings;
	expect(headingsOf("Fixed a fault")).toEqual(["Beta 0.8.16"]);
	expect(headingsOf("ignores accents")).toEqual([]);
});
