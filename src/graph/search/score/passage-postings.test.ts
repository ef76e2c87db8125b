import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { WordTable } from "../tables/word-table.ts";
import { PassagePostings } from "./passage-postings.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 5 });
const documents = fc.array(fc.tuple(fc.array(words, { maxLength: 3 }), fc.boolean()), { maxLength: 40 });

function addAll(postings: PassagePostings, table: WordTable, texts: readonly (readonly string[])[][]): void {
	for (const passages of texts) {
		postings.begin();
		for (const passage of passages) postings.add(passage.map((term) => table.intern(term)));
	}
}

test("[S1] the documents that hold every word are found wherever in their passages the words are", () => {
	fc.assert(
		fc.property(documents, fc.nat({ max: 40 }), words, (drawn, loaded, query) => {
			const table = new WordTable();
			const texts = drawn.map(([passages]) => passages);
			const before = new PassagePostings(table);
			addAll(before, table, texts.slice(0, loaded));
			// A graph that was loaded has its first documents in one block and what came since in lists of their own.
			const postings = new PassagePostings(table, before.toParts());
			addAll(postings, table, texts.slice(loaded));
			const marks = Uint8Array.from(drawn, ([, isVisible]) => (isVisible ? 1 : 0));
			const expected = [...drawn.entries()]
				.filter(([, [passages, isVisible]]) => {
					const held = new Set(passages.flat());
					return isVisible && query.length > 0 && query.every((term) => held.has(term));
				})
				.map(([document]) => document);
			expect([...postings.holdingEvery(query, marks)]).toEqual(expected);
		}),
	);
});
