import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { WordTable } from "../tables/word-table.ts";
import { Postings } from "./postings.ts";
import { ScoreRow } from "./score-row.ts";

/** BM25 as the textbook has it, over lists, with the constants k1 = 0.9 and b = 0.4. */
function scoreNaively(documents: readonly (readonly string[])[], query: readonly string[]): number[] {
	const average = documents.reduce((sum, words) => sum + words.length, 0) / (documents.length || 1);
	return documents.map((words) =>
		[...new Set(query)].reduce((sum, term) => {
			const frequency = words.filter((word) => word === term).length;
			const holding = documents.filter((other) => other.includes(term)).length;
			const rarity = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
			const norm = 0.9 * (1 - 0.4 + (0.4 * words.length) / (average || 1));
			return sum + (frequency === 0 ? 0 : (rarity * frequency * 1.9) / (frequency + norm));
		}, 0),
	);
}

const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 });

test("[S1] scores are BM25 over the visible documents alone", () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(words, fc.boolean()), { maxLength: 12 }), words, (documents, query) => {
			const table = new WordTable();
			const postings = new Postings(table);
			const visible = new Set<number>();
			for (const [terms, isVisible] of documents) {
				const number = postings.add(terms.map((term) => table.intern(term)));
				if (isVisible) visible.add(number);
			}
			const seen = documents.filter(([, isVisible]) => isVisible).map(([terms]) => terms);
			const total = seen.reduce((sum, terms) => sum + terms.length, 0);
			const marks = Uint8Array.from(documents, ([, isVisible]) => (isVisible ? 1 : 0));
			const scores = new ScoreRow(documents.length);
			const averageLength = total / (visible.size || 1);
			postings.addScores(query, { count: visible.size, averageLength, marks }, scores);
			const expected = scoreNaively(seen, query);
			const actual = [...visible].map((document) => scores.at(document));
			expect(actual.length).toBe(expected.length);
			for (const [index, score] of actual.entries())
				expect(score).toBeCloseTo(expected[index] ?? Number.NaN, 9);
			expect(scores.documents.every((document) => visible.has(document))).toBe(true);
		}),
	);
});

test("[S1] a document tells which of the words stand in it", () => {
	fc.assert(
		fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), words, (documents, query) => {
			const table = new WordTable();
			const postings = new Postings(table);
			const numbers = documents.map((terms) => postings.add(terms.map((term) => table.intern(term))));
			for (const [index, number] of numbers.entries()) {
				const expected = [...new Set(query)].filter((term) => documents[index]?.includes(term));
				expect(postings.matchingTerms(number, query)).toEqual(expected);
				expect(postings.lengthOf(number)).toBe(documents[index]?.length);
			}
		}),
	);
});
