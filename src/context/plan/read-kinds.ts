import { type Kind, wordsOf } from "../../graph/model/kind.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText, foldText, isStopWord, locateTerms } from "../../graph/search/words/analyse-text.ts";
import { remember } from "../model/remember.ts";

/** A piece of a question. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** Words that make a question and say nothing of what it asks for. */
const SCAFFOLDING =
	/\b(?:ok|okay|both|under|within|inside|responsible|look(?:s|ing)? after|takes? care of|tak(?:es?|ing) care|handl(?:es?|ing)|rated|ranked|hey|hi|hello|only|work(?:s|ing)? on|involved(?: in| with)?|responsible for|in charge of|please|kindly|thanks|list|show|give|name|tell|find|get|gets|got|know|say|remind|currently|still|already|now|right now|at the moment|just|really|exactly|actually|all|every|each|other|others|any|anything|anyone|anybody|everything|everyone|something|someone|nothing|nobody|noone|none|kinds?|sorts?|things?|stuff|ones?|must|may|might|going|goes?|makes?|let|lots?|many|much|also|else|yet|too|about|concerning|regarding|being|getting|ask|asks|want|wants|need to|have to|has to|supposed to|able to|out there|per|we|us|me|i|you|he|she|him|her|his|hers|since when|until when|so far|more(?! than)|some|again|here|directly|indirectly|whole|entire|overall|together|exist|exists)\b/gi;

/** A question in which what has been read is blanked, so that the rest can be read by others. Places stay as they are. */
export class MaskedQuestion {
	readonly whole: string;
	#left: string;

	constructor(question: string) {
		this.whole = question;
		this.#left = question;
	}

	get left(): string {
		return this.#left;
	}

	take(pattern: RegExp): void {
		this.#left = blankWords(this.#left, pattern);
	}

	takeSpans(spans: readonly Span[]): void {
		const { length } = this.#left;
		for (const { start, end } of spans) {
			const [from, to] = [Math.max(0, start), Math.min(length, end)];
			this.#left = this.#left.slice(0, from) + " ".repeat(Math.max(0, to - from)) + this.#left.slice(to);
		}
	}

	/** Shows a piece of the question again. */
	putBack(question: string, { start, end }: Span): void {
		this.#left = this.#left.slice(0, start) + question.slice(start, end) + this.#left.slice(end);
	}

	takeScaffolding(): void {
		this.take(/['’]s\b/i);
		this.take(SCAFFOLDING);
	}
}

export function withoutScaffolding(text: string): string {
	const masked = new MaskedQuestion(text);
	masked.takeScaffolding();
	return masked.left;
}

/** A text without some of its pieces; everything else stays where it is. */
export function blank(text: string, spans: readonly Span[]): string {
	const masked = new MaskedQuestion(text);
	masked.takeSpans(spans);
	return masked.left;
}

/** The same without the words that a pattern finds, wherever they are. */
export function blankWords(text: string, pattern: RegExp): string {
	const flags = pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`;
	return text.replace(new RegExp(pattern.source, flags), (found) => " ".repeat(found.length));
}

/** Unlike a search, which looks for stop words where there is nothing else, these are none. */
export function leftTerms(left: string, { language }: GraphView): readonly string[] {
	const words = left.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words
		.filter((word) => !isStopWord(word.toLowerCase(), language))
		.flatMap((word) => analyseText(word, language));
}

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

const escapeWord = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** "Tasks of the plan" asks for tasks: one thing behind a preposition says where to look. */
const IS_PLACE = /\b(?:in|of|for|from|on|with|about|to|by)(?: [\w'-]+){0,3} $/;
/** No preposition with three words behind it is further away. */
const FURTHEST_PLACE = 400;
/** A name without a letter or digit would be found in every question. */
const HAS_SIGNS = /[\p{L}\p{N}]/u;
/** A question names a few kinds. Patterns are made of the names of all of them: a hundred that share one name would take seconds. */
const MOST_NAMED = 12;

const namesOf = remember((kind: Kind) => {
	const { plural, alsoCalled = [] } = kind;
	const fold = (names: readonly string[]): ReadonlySet<string> =>
		new Set(names.map((name) => name.trim().toLowerCase()).filter((name) => HAS_SIGNS.test(name)));
	return {
		// The names of one and of many, in lower case.
		all: [...fold(wordsOf(kind))],
		// Those among them that request the kind anywhere in a question.
		many: fold([plural, ...alsoCalled]),
		plurals: [...fold([plural, ...alsoCalled.filter((name) => name.endsWith("s"))])],
	};
});

/** Returns the question in lower case, with every character at its place. */
function foldQuestion(question: string): string {
	const folded = question.toLowerCase();
	if (folded.length === question.length) return folded;
	return question.replace(/[A-Z]/g, (sign) => sign.toLowerCase());
}

const isWordSign = (text: string, at: number): boolean =>
	at >= 0 && at < text.length && /\w/.test(text.charAt(at));
const isEdge = (text: string, at: number): boolean => isWordSign(text, at - 1) !== isWordSign(text, at);

/**
 * Where a name is in a folded question, as words of its own. It is looked for as it is: a pattern of the names that people may
 * give to kinds takes seconds to compile.
 */
function* findName(folded: string, name: string): Generator<Span> {
	for (let start = folded.indexOf(name); start >= 0; start = folded.indexOf(name, start + 1)) {
		if (isEdge(folded, start)) yield { start, end: start + name.length };
	}
}

const hasName = (folded: string, name: string): boolean => {
	for (const { end } of findName(folded, name)) if (isEdge(folded, end)) return true;
	return false;
};

/** Returns the singular and plural names of a kind, as part of a pattern. */
export const nounsOf = (kind: Kind): string => namesOf(kind).all.map(escapeWord).join("|");

/** "risks and decisions" */
export const sayKinds = (kinds: readonly Kind[]): string =>
	kinds.map(({ plural }) => plural.toLowerCase()).join(" and ");

function isNamedIn(folded: string, kind: Kind): boolean {
	const { all, many } = namesOf(kind);
	return all.some((name) => {
		if (many.has(name)) return hasName(folded, name);
		for (const { start, end } of findName(folded, name)) {
			const before = folded.slice(Math.max(0, start - FURTHEST_PLACE), start);
			if (isEdge(folded, end) && !IS_PLACE.test(before)) return true;
		}
		return false;
	});
}

/** The kinds that a question asks for, rather than for something in one of them. */
export function listNamed(question: string, kinds: readonly Kind[]): readonly Kind[] {
	const folded = foldQuestion(question);
	return kinds.filter((kind) => isNamedIn(folded, kind)).slice(0, MOST_NAMED);
}

export function isManyNamed(question: string, kind: Kind): boolean {
	const folded = foldQuestion(question);
	return namesOf(kind).plurals.some((name) => hasName(folded, name));
}

/** Whether a question requests things of some kinds rather than mentions them: "which risks …" */
export function asksForKinds(question: string, kinds: readonly Kind[]): boolean {
	if (kinds.length === 0) return false;
	const nouns = kinds.map(nounsOf).join("|");
	return new RegExp(
		`^\\W*(?:(?:and|so|but)\\W+)*(?:which|what|any|list|show|give|find|name|are there|is there|do we have|how many)(?:\\W+(?:me|us|all|the|our|any|other))*\\W+(?:[\\p{L}-]+\\s+)?(?:${nouns})\\b|^\\W*(?:${nouns})\\s+(?:about|on|that|which|concerning|regarding)\\b`,
		"iu",
	).test(question);
}

export function findNouns(question: string, kind: Kind): readonly Span[] {
	const folded = foldQuestion(question);
	const spans = namesOf(kind).all.flatMap((name, place) =>
		[...findName(folded, name)].flatMap(({ start, end }) => {
			if (folded[end] === "s" && isEdge(folded, end + 1)) return [{ start, end: end + 1, place }];
			return isEdge(folded, end) ? [{ start, end, place }] : [];
		}),
	);
	spans.sort((a, b) => a.start - b.start || a.place - b.place);
	const found: Span[] = [];
	for (const { start, end } of spans) if (start >= (found.at(-1)?.end ?? 0)) found.push({ start, end });
	return found;
}

/** Words that may be between a kind and a name of that kind: "the risk that …", "the goal “…”". */
const BEFORE_NAME = `\\s*(?:called|named|titled|about|that|where|to|against|,|:)?\\s*(?:the|a|an|our)?\\s*["'“‘]?\\s*$`;

/** Whether a kind is directly before or after a name: then it describes the named thing and is not requested. */
export function isBesideName(kind: Kind, question: string, { start, end }: Span): boolean {
	const nouns = nounsOf(kind);
	const before = question.slice(Math.max(0, start - 32), start);
	return (
		new RegExp(`\\b(?:${nouns})${BEFORE_NAME}`, "i").test(before) ||
		isBehindName(kind, question, { start, end })
	);
}

export const isBehindName = (kind: Kind, question: string, { end }: Span): boolean =>
	new RegExp(`^\\s*["'”’]?\\s*(?:${nounsOf(kind)})\\b`, "i").test(question.slice(end, end + 24));
