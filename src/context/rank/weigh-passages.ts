import { readEntityText, type TextSource } from "../../graph/model/entity-text.ts";
import type { FoundPassage } from "../model/candidate.ts";
import { splitFields } from "../model/field-blocks.ts";
import type { AskedAttributes, WeighReason } from "./asked-attributes.ts";
import { RANKING } from "./figures.ts";

const HEADING = /^ {0,3}#{1,6} .*$/gm;
const SIGNS = /[^\p{L}\p{N}]+/gu;

/** How much a passage says by itself, 0 to 1. Headings are how it is found, not what it says. */
function weighLetters(passage: string): number {
	const letters = passage.replace(HEADING, "").replace(SIGNS, "").length;
	return letters / (letters + RANKING.thinPassage);
}

interface FieldQuestion {
	readonly asked: AskedAttributes;
	/** The words of the question that the text holds. */
	readonly words: readonly string[];
	readonly analyse: (text: string) => readonly string[];
}

/** Returns the keys of fields with the requested value or a word of the question; others may be forty. */
export function chooseFields(
	source: TextSource,
	{ asked, words, analyse }: FieldQuestion,
): readonly string[] {
	const { text, fieldsEnd } = readEntityText(source);
	const sought = new Set(words.flatMap(analyse));
	const holdsWord = (field: string): boolean => analyse(field).some((term) => sought.has(term));
	return splitFields(text.slice(0, fieldsEnd))
		.filter(({ text: field }) => asked.areIn(field) || holdsWord(field))
		.map(({ key }) => key);
}

/**
 * Scores the found passages, now that their text is loaded, best first: thin ones fall behind, and fields that hold the
 * requested value follow the best passage, even without a word of the question.
 */
export function weighPassages(
	source: TextSource,
	found: readonly FoundPassage[],
	asked: AskedAttributes,
	weighReason: WeighReason = () => 1,
): readonly FoundPassage[] {
	const { text, passages, fieldsEnd } = readEntityText(source);
	if (passages.length === 1) return found;
	const isAsked = (ordinal: number): boolean => {
		const { start, end } = passages[ordinal] ?? { start: 0, end: 0 };
		return end > 0 && end <= fieldsEnd && asked.areIn(text.slice(start, end));
	};
	const heldBy = new Map(found.map(({ ordinal, held }) => [ordinal, held]));
	const fields = [...passages.keys()].filter(isAsked).map((ordinal) => ({
		...{ ordinal, score: RANKING.askedFields, held: heldBy.get(ordinal) ?? [] },
		isAskedField: true as const,
	}));
	const others = found.flatMap(({ ordinal, score, held }): FoundPassage[] => {
		const passage = passages[ordinal];
		if (passage === undefined || isAsked(ordinal)) return [];
		const own = text.slice(passage.start, passage.end);
		return [{ ordinal, held, score: score * weighLetters(own) * weighReason(own, passage.headings) }];
	});
	const best = others.reduce((most, { score }) => Math.max(most, score), 0) || 1;
	const scored = others.map((passage) => ({ ...passage, score: passage.score / best }));
	return [...scored, ...fields].sort((a, b) => b.score - a.score || a.ordinal - b.ordinal);
}
