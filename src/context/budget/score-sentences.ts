import type { Sentence } from "../render/split-sentences.ts";

/** A sentence with the terms it is found under. */
export interface AnalysedSentence {
	readonly sentence: Sentence;
	readonly terms: readonly string[];
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** A text usually says first what it is about: its beginning counts as much as a middling match. */
const BEGINNING = 0.5;

/** How often each of the wanted terms stands in a sentence. */
function countTerms(terms: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const term of terms) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
	return counts;
}

/**
 * How much each sentence says about the question: BM25 in which the sentences are the documents, scaled to one, and a
 * little for standing early. Without a match anywhere the beginning wins.
 */
export function scoreSentences(
	sentences: readonly AnalysedSentence[],
	query: readonly string[],
): readonly number[] {
	const wanted = new Set(query);
	const analysed = sentences.map(({ terms }) => ({
		length: terms.length,
		counts: countTerms(terms, wanted),
	}));
	const average = analysed.reduce((sum, { length }) => sum + length, 0) / (analysed.length || 1) || 1;
	const rarity = new Map(
		[...wanted].map((term) => {
			const holding = analysed.filter(({ counts }) => counts.has(term)).length;
			return [term, Math.log(1 + (analysed.length - holding + 0.5) / (holding + 0.5))];
		}),
	);
	const matches = analysed.map(({ length, counts }) => {
		const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / average);
		return [...counts].reduce(
			(sum, [term, count]) => sum + ((rarity.get(term) ?? 0) * count * (SATURATION + 1)) / (count + norm),
			0,
		);
	});
	const best = matches.reduce((most, match) => Math.max(most, match), Number.MIN_VALUE);
	return matches.map((match, index) => match / best + BEGINNING / (1 + index));
}
