import { stemmer } from "stemmer";

const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const LONGEST_WORD = 64;

/** Words that say how a question is asked, not what it is about. */
const STOP_WORDS = new Set(
	`a an and any are as at be been but by can could did do does doing for from had has have how i if in into is it its
	me my no not of on or our shall should so such tell than that the their them then there these they this those to us
	was we were what when where which who whom whose why will with would you your`.split(/\s+/),
);

/** A word as it stands in a text, with the term it is found under. */
export interface Token {
	readonly term: string;
	readonly start: number;
	readonly end: number;
}

/** One folding for index and query: without it a word with an accent would be found only by those who type it. */
const foldWord = (word: string): string => word.normalize("NFKD").replace(MARKS, "").toLowerCase();

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** Stemming is most of the work of indexing, and a language has few words: each is stemmed once. */
const stems = new Map<string, string>();
const MOST_STEMS = 200_000;

function stemWord(word: string): string {
	let stem = stems.get(word);
	if (stem === undefined) {
		if (stems.size >= MOST_STEMS) stems.clear();
		stem = stemmer(word);
		stems.set(word, stem);
	}
	return stem;
}

/** The terms of a text. Stop words are dropped unless nothing else is left: a note may be called "Who is who". */
export function analyseText(text: string): readonly string[] {
	const terms: string[] = [];
	const stopped: string[] = [];
	for (const [word] of text.normalize("NFKD").replace(MARKS, "").toLowerCase().matchAll(WORD)) {
		const term = stemWord(word.slice(0, LONGEST_WORD));
		(STOP_WORDS.has(word) ? stopped : terms).push(term);
	}
	return terms.length > 0 ? terms : stopped;
}

/** Marks belong to the letter before them: without them a decomposed accent would cut its word in two. */
const MARKED_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** The words of a text with their places, for marking what matched. */
export function locateTerms(text: string): readonly Token[] {
	return [...text.matchAll(MARKED_WORD)].map((match) => ({
		term: stemmer(foldWord(match[0]).slice(0, LONGEST_WORD)),
		start: match.index,
		end: match.index + match[0].length,
	}));
}
