import type { QuestionWords } from "./question-words.ts";
import type { PassageHit, SearchableView } from "./view-search.ts";

/** How much speaks for it that anything here is about the question at all, whichever hit is the best. */
export interface Evidence {
	/** The largest share of the question's words that one of the first hits holds, rare words counting more. */
	readonly words: number;
	/** The largest share that one passage of them holds: a long text may hold any words, pages apart. */
	readonly together: number;
	/** The largest share that one title holds: a short question often says little more than what it is about. */
	readonly titled: number;
	/** The share of its words that none of the hits holds. */
	readonly unknown: number;
	/** It names something, in capitals and not at its beginning, that no text here speaks of. */
	readonly hasUnknownName: boolean;
	/** How close the closest passage is in meaning, 0 to 1; undefined where too little has vectors to say so. */
	readonly nearness: number | undefined;
	/** How many words the question has. */
	readonly length: number;
}

/** So many of the first hits are asked how much of the question they hold. */
const LOOKED_AT = 10;

interface EvidenceInput {
	readonly words: QuestionWords;
	/** The hits, best first, as documents. */
	readonly found: readonly number[];
	readonly passagesOf: (place: number) => readonly PassageHit[];
	readonly nearness: number | undefined;
}

/** Measures how much of a question its hits hold: as texts, as passages and in their titles. */
export function measureEvidence(
	{ tables: { texts } }: SearchableView,
	{ words, found, passagesOf, nearness }: EvidenceInput,
): Evidence {
	const shareOf = (held: readonly number[]): number => words.shareOf(held);
	const first = found.slice(0, LOOKED_AT);
	const inTexts = first.map((document) =>
		shareOf(words.heldBetween(texts.firstOf(document), texts.endOf(document))),
	);
	const inPassages = first.flatMap((_, place) =>
		passagesOf(place)
			.slice(0, LOOKED_AT)
			.map(({ held }) => shareOf(held)),
	);
	const inTitles = first.map((document) => shareOf(words.heldInTitle(document)));
	const known = new Set(found.flatMap((_, place) => passagesOf(place).flatMap(({ held }) => held)));
	return {
		words: Math.max(0, ...inTexts),
		together: Math.max(0, ...inPassages),
		titled: Math.max(0, ...inTitles),
		unknown: words.words.reduce((sum, { weight }, place) => sum + (known.has(place) ? 0 : weight), 0),
		hasUnknownName: words.hasUnknownName,
		nearness,
		length: words.words.length,
	};
}
