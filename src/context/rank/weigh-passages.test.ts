import { expect, test } from "vitest";
import { readAskedAttributes } from "./asked-attributes.ts";
import { chooseFields, weighPassages } from "./rank-candidates.ts";

const long = (word: string): string => `${word} `.repeat(100).trim();

const source = {
	title: "Harbour wall",
	state_key: null,
	description: "",
	body: `# Stones\n\n${long("granite")}\n\n# Scalability of the harbour wall\n\n${long("harbour")}\n\n# Risks\n\nN/A\n`,
	props: { frontmatter: { authors: ["Ada Quill"], status: "draft" } },
};
/** Passages of the source: its fields, the two long sections, the thin one. */
const [FIELDS, STONES, , RISKS] = [0, 1, 2, 3];
const found = [
	{ ordinal: RISKS as number, score: 1, held: [] },
	{ ordinal: STONES as number, score: 0.9, held: [] },
];

test("[N15] a passage that says next to nothing falls behind one that says something", () => {
	const weighed = weighPassages(source, found, readAskedAttributes("How high is it?"));
	expect(weighed.map(({ ordinal }) => ordinal)).toEqual([STONES, RISKS]);
	expect(weighed[0]?.score).toBe(1);
	expect(weighed[1]?.score).toBeLessThan(0.5);
});

test("[N16] fields that hold what was asked for follow the best passage", () => {
	const weighed = weighPassages(source, found, readAskedAttributes("Who wrote it?"));
	expect(weighed.map(({ ordinal }) => ordinal)).toEqual([STONES, FIELDS, RISKS]);
});

test("[N16] of the fields, those are shown that hold what was asked for or a word of the question", () => {
	const choose = (query: string, words: readonly string[]): readonly string[] =>
		chooseFields(source, {
			asked: readAskedAttributes(query),
			words,
			analyse: (text) => text.toLowerCase().split(/\W+/),
		});
	expect(choose("Who wrote it?", [])).toEqual(["authors"]);
	expect(choose("Is it a draft?", ["draft"])).toEqual(["status"]);
	expect(choose("How high is it?", [])).toEqual([]);
});
