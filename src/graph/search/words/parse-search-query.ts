import { english } from "../languages/english.ts";
import type { Language } from "../languages/language.ts";
import { analyseText, foldText } from "./analyse-text.ts";

/** The parts of a text that was typed into a search box. */
export interface ParsedQuery {
	/** Without quotes and without what is excluded: what the question says, for the legs that read it whole. */
	readonly text: string;
	readonly terms: readonly string[];
	/** The quoted phrases as typed: an answer holds the words of each next to each other. */
	readonly phrases: readonly string[];
	/** Phrases, and words as typed, with `or` between them: an answer holds one of each list. */
	readonly alternatives: readonly (readonly string[])[];
	/** Whether the query has an `or` between any two words: an answer need not hold every word. */
	readonly either: boolean;
	/** Terms that no answer may hold, and phrases. */
	readonly excluded: readonly string[];
	readonly excludedPhrases: readonly string[];
	/** The last word, folded but whole, while it may still be unfinished. */
	readonly prefix: string | undefined;
}

const LONGEST_READ = 10_000;
/** A page pasted into the box says no more by its thousandth word, and each is looked up. */
const MOST_TERMS = 64;
const MOST_PHRASES = 8;
const MOST_EXCLUDED = 16;
const SHORTEST_PREFIX = 2;

/** A phrase in any of the quotes people type, or a run of anything else; a minus counts before either, at its beginning. */
const PIECE =
	/(?<![^\s])(-?)(?:"([^"]*)"|[“„]([^“”]*)[“”]|«([^»]*)»)(?!\p{L})|(?<![^\s])-([\p{L}\p{N}]\S*)|\S+/gu;
/** Tried only where a word begins: from each letter of a long one it would take the square of its length. */
const LAST_WORD = /(?<![\p{L}\p{N}\p{M}])\p{M}*([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)$/u;

const OR = /^or$/i;

interface Operand {
	readonly text: string;
	readonly isPhrase: boolean;
}

/** In some languages it is a noun, which only capitals turn into an operator there. */
const isOr = (piece: string, { stopWords }: Language): boolean =>
	piece === "OR" || (OR.test(piece) && stopWords.has("or"));

/** Groups words joined by `or`; an `or` without a word on both sides is itself a word. */
function joinAlternatives(
	found: readonly (Operand | "or")[],
	typed: readonly string[],
): readonly Operand[][] {
	const groups: Operand[][] = [];
	found.forEach((one, index) => {
		const [before, after] = [found[index - 1], found[index + 1]];
		if (one !== "or") {
			const last = groups.at(-1);
			const isJoined = before === "or" && index >= 2 && found[index - 2] !== "or";
			if (isJoined && last !== undefined) last.push(one);
			else groups.push([one]);
		} else if (before === undefined || after === undefined || before === "or" || after === "or")
			groups.push([{ text: typed[index] ?? "", isPhrase: false }]);
	});
	return groups;
}

const takeEach = (values: readonly string[], most: number): readonly string[] =>
	[...new Set(values)].slice(0, most);

/** Reads "phrases", -excluded words, -"excluded phrases" and `or`. Everything else is words. Never fails. */
export function parseSearchQuery(query: string, language: Language = english): ParsedQuery {
	const typed = query.slice(0, LONGEST_READ);
	const found: (Operand | "or")[] = [];
	const pieces: string[] = [];
	const excluded: string[] = [];
	const excludedPhrases: string[] = [];
	let prefix: string | undefined;
	for (const match of typed.matchAll(PIECE)) {
		const [piece, minus, straight, curly, pointed, excludedWord] = match;
		const phrase = (straight ?? curly ?? pointed)?.trim();
		prefix = undefined;
		if (excludedWord !== undefined)
			for (const term of analyseText(excludedWord, language)) excluded.push(term);
		else if (phrase === undefined) {
			found.push(isOr(piece, language) ? "or" : { text: piece, isPhrase: false });
			pieces.push(piece);
			// A space after the word says that it is finished.
			if (match.index + piece.length === typed.length) prefix = LAST_WORD.exec(piece)?.[1];
		} else if (analyseText(phrase, language).length === 0) continue;
		else if (minus === "-") excludedPhrases.push(phrase);
		else {
			found.push({ text: phrase, isPhrase: true });
			pieces.push(phrase);
		}
	}
	const groups = joinAlternatives(found, pieces);
	const joined = groups.filter((group) => group.length > 1);
	const textsOf = (operands: readonly Operand[]): readonly string[] => operands.map(({ text }) => text);
	const text = textsOf(groups.flat()).join(" ");
	const folded = prefix === undefined ? "" : foldText(prefix);
	return {
		text,
		terms: takeEach(analyseText(text, language), MOST_TERMS),
		phrases: takeEach(
			groups.flatMap(([only, more]) => (only?.isPhrase && more === undefined ? [only.text] : [])),
			MOST_PHRASES,
		),
		alternatives: joined
			.filter((group) => group.some(({ isPhrase }) => isPhrase))
			.map((group) => takeEach(textsOf(group), MOST_PHRASES))
			.slice(0, MOST_PHRASES),
		either: joined.length > 0,
		excluded: takeEach(excluded, MOST_EXCLUDED),
		excludedPhrases: takeEach(excludedPhrases, MOST_PHRASES),
		prefix: folded.length >= SHORTEST_PREFIX ? folded : undefined,
	};
}
