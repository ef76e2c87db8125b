import type { Evidence } from "../../model/question-word.ts";
import type { VisibleGraph } from "../visible/visible-graph.ts";
import type { QuestionWords } from "./question-words.ts";
import type { PassageHit } from "./search-query.ts";

/** So many of the first hits are measured. */
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
	{ tables: { texts } }: VisibleGraph,
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
