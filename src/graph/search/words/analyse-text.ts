import { replaceEach } from "../../model/replace-each.ts";
import { english } from "../languages/english.ts";
import type { Language } from "../languages/language.ts";

const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** In "the harbour's wall" the s belongs to no word, and as a word of its own it would be in every second text. */
const POSSESSIVE = /(?<=[\p{L}\p{N}])['’]s(?![\p{L}\p{N}])/giu;
const LONGEST_WORD = 64;

/**
 * Scripts that put no spaces between words: taken as one word, a whole sentence could be found only by itself. Below
 * them are letters that they share with Latin, as the apostrophe of ŉ: those would cut a Latin word in two.
 */
const UNSPACED_SCRIPTS =
	"[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]--[\\u0000-\\u0dff]";
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, "v");
const RUNS = new RegExp(`[${UNSPACED_SCRIPTS}]+|[^${UNSPACED_SCRIPTS}]+`, "gv");
const BEYOND_LATIN = /[\u0e00-\uffff]/;

/** Whether a text is of a script without spaces, in which no word has an edge to look for. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

export interface Token {
	readonly term: string;
	readonly start: number;
	readonly end: number;
}

/** Signs for a whole phrase: one of them becomes eighteen letters. */
const PHRASES = /[\ufdfa\ufdfb]/g;
const LONG_TEXT = 1_000;
const MOST_PHRASES = 0.1;

/** In its simplest letters. One made of phrase signs keeps them: four megabytes would become seventy. */
export function simplifyLetters(text: string): string {
	const isMade = text.length > LONG_TEXT && (text.match(PHRASES)?.length ?? 0) > text.length * MOST_PHRASES;
	return replaceEach(text.normalize(isMade ? "NFD" : "NFKD"), MARKS, "");
}

/** One folding for index and query: without it a word with an accent would be found only by those who type it. */
export function foldText(text: string): string {
	const bare = simplifyLetters(text).toLowerCase();
	// Decomposed, a Korean syllable is three letters and every second one of them another word's.
	return BEYOND_LATIN.test(bare) ? bare.normalize("NFC") : bare;
}

export const dropPossessives = (text: string): string => replaceEach(text, POSSESSIVE, "");

export const isStopWord = (word: string, language: Language = english): boolean =>
	language.stopWords.has(word);

const ARABIC = /^[\u0620-\u064a]+$/;
const STRETCH = /\u0640/g;
/** The article, alone or after "and", "with", "like", "then" or "for". */
const ARTICLE = /^(?:[\u0648\u0628\u0643\u0641]?\u0627\u0644|\u0644\u0644)(?=..)/;
const FEMININE = /\u0629$/;
const FINAL_YEH = /\u0649$/;

/**
 * A folded Arabic word without what is written onto it; any other word as it is. It goes by the script and not by the
 * language of the workspace: with the article on it, a word would be found only by those who type that too.
 */
function lightenArabic(word: string): string {
	if (!ARABIC.test(word)) return word;
	return replaceEach(word, STRETCH, "")
		.replace(ARTICLE, "")
		.replace(FEMININE, "\u0647")
		.replace(FINAL_YEH, "\u064a");
}

/** Stemming is most of the work of indexing, and a language has few words: each is stemmed once. */
const stems = new Map<string, Map<string, string>>();
const MOST_STEMS = 200_000;

function stemWord(word: string, { code, stem }: Language): string {
	let known = stems.get(code);
	if (known === undefined) {
		known = new Map();
		stems.set(code, known);
	}
	let found = known.get(word);
	if (found === undefined) {
		if (known.size >= MOST_STEMS) known.clear();
		found = stem(lightenArabic(word));
		known.set(word, found);
	}
	return found;
}

/** Neighbouring characters in pairs: any word of two or more is found by the pairs it is made of. */
function pairUp(run: string): readonly string[] {
	const characters = [...run];
	if (characters.length < 2) return characters;
	return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const splitRuns = (word: string, language: Language): readonly string[] =>
	(word.match(RUNS) ?? []).flatMap((run) =>
		UNSPACED.test(run) ? pairUp(run) : [stemWord(run.slice(0, LONGEST_WORD), language)],
	);

/** The terms of a text. Stop words are dropped unless nothing else is left: a note may be called "Who is who". */
export function analyseText(text: string, language: Language = english): readonly string[] {
	const terms: string[] = [];
	const stopped: string[] = [];
	const folded = dropPossessives(foldText(text));
	const hasUnspaced = BEYOND_LATIN.test(folded) && UNSPACED.test(folded);
	for (const [word] of folded.matchAll(WORD)) {
		const into = language.stopWords.has(word) ? stopped : terms;
		if (hasUnspaced && UNSPACED.test(word)) {
			// One by one: a page of a script without spaces is one word of more pairs than a call takes arguments.
			for (const term of splitRuns(word, language)) into.push(term);
		} else into.push(stemWord(word.slice(0, LONGEST_WORD), language));
	}
	return terms.length > 0 ? terms : stopped;
}

/** Marks belong to the letter before them: without them a decomposed accent would cut its word in two. */
const MARKED_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const CHARACTER = /\P{M}\p{M}*/gu;

/** The words of a text with their places, for marking what matched. */
export function locateTerms(text: string, language: Language = english): readonly Token[] {
	const tokens: Token[] = [];
	for (const { 0: word, index } of text.matchAll(MARKED_WORD)) {
		if (!UNSPACED.test(word)) tokens.push(locateWord(word, index, language));
		else
			for (const { 0: run, index: place } of word.matchAll(RUNS)) {
				if (UNSPACED.test(run)) locatePairs(run, index + place, tokens);
				else tokens.push(locateWord(run, index + place, language));
			}
	}
	return tokens;
}

const locateWord = (word: string, start: number, language: Language): Token => ({
	term: stemWord(foldText(word).slice(0, LONGEST_WORD), language),
	start,
	end: start + word.length,
});

/** Adds neighbouring characters in pairs, as `pairUp` does; a single one by itself. */
function locatePairs(run: string, start: number, tokens: Token[]): void {
	let [first, end] = [-1, 0];
	const add = (from: number, to: number): void => {
		tokens.push({ term: foldText(run.slice(from, to)), start: start + from, end: start + to });
	};
	let count = 0;
	for (const { 0: character, index } of run.matchAll(CHARACTER)) {
		end = index + character.length;
		if (count > 0) add(first, end);
		first = index;
		count += 1;
	}
	if (count === 1) add(first, end);
}
