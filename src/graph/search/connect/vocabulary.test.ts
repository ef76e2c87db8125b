import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { WordTable } from "../tables/word-table.ts";
import { analyseText } from "../words/analyse-text.ts";
import { Vocabulary } from "./vocabulary.ts";

const parts = fc.oneof(
	fc.string({ unit: "grapheme" }),
	fc.string(),
	fc.constantFrom(
		"The who",
		"Running",
		"İstanbul",
		"ΟΔΟΣ",
		"東京タワー",
		"한국어",
		"naïve",
		"x²",
		"ﬁsh",
		"café-bar",
		"is",
		"harbour's wall",
		"the harbour’s",
		"the 90's'",
		"'s",
		"ŉ",
		"ก",
	),
);

test("[S2] a text taken apart word by word has the terms that the analyser gives it", () => {
	const vocabulary = new Vocabulary(new WordTable());
	fc.assert(
		fc.property(fc.array(parts, { maxLength: 6 }), (words) => {
			const text = words.join(" ");
			const terms = [...vocabulary.analyse(vocabulary.encode(text))].map((term) =>
				vocabulary.words.word(term),
			);
			expect(terms).toEqual(analyseText(text));
		}),
		{ numRuns: 2_000 },
	);
});
