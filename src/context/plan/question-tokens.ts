import type { Language } from "../../graph/search/languages/language.ts";
import { analyseText, foldText, locateTerms } from "../../graph/search/words/analyse-text.ts";
import type { Span } from "./mask-words.ts";

/** A word of a question with all stems under which it may be said. */
export interface QuestionToken extends Span {
	readonly word: string;
	readonly stems: readonly string[];
	/** It is an irregular past form: "led". */
	readonly isPast: boolean;
}

const ALIKE: Readonly<Record<string, string>> = { upon: "on" };

/** The stem of one word, as texts are searched by it. */
export const stemOf = (word: string, language: Language): string => {
	const folded = foldText(word);
	return language.stopWords.has(folded) ? folded : (analyseText(folded, language)[0] ?? folded);
};

export function readTokens(question: string, language: Language): readonly QuestionToken[] {
	return locateTerms(question, language).map(({ term, start, end }) => {
		const typed = foldText(question.slice(start, end));
		const word = ALIKE[typed] ?? typed;
		const stem = language.stopWords.has(word) ? word : ALIKE[typed] ? word : term;
		const verbs = (language.verbsIn?.(word) ?? []).map((verb) => stemOf(verb, language));
		const past = !/(?:[eo]rs?|ees?)$/.test(word) && verbs.length > 0;
		return { word, stems: [stem, language.stem(word), ...verbs], start, end, isPast: past };
	});
}
