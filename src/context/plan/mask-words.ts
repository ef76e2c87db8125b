import type { Language } from "../../graph/search/languages/language.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText, foldText, isStopWord, locateTerms } from "../../graph/search/words/analyse-text.ts";

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
