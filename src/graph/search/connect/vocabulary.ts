import { english } from "../languages/english.ts";
import type { Language } from "../languages/language.ts";
import { GrowingInts } from "../tables/growing-ints.ts";
import type { WordTable } from "../tables/word-table.ts";
import { analyseText, isStopWord } from "../words/analyse-text.ts";
import { type EncodedWords, encodeWords } from "../words/encode-words.ts";
import { SpellingTable } from "../words/spelling-table.ts";

const UNKNOWN = -1;
/** Of words that have none or several, or that are dropped. */
const NO_SINGLE_TERM = -2;
const SPELLING_BYTES = 8;

/**
 * The words of a workspace and the terms they are found under, all numbers of one table. A text is taken apart once,
 * and each different word is analysed once, however many texts hold it: what comes out is what `analyseText` gives.
 */
export class Vocabulary {
	readonly words: WordTable;
	readonly language: Language;
	/** Word → its term, for most of them. */
	#single = new Int32Array();
	readonly #several = new Map<number, readonly number[]>();
	readonly #stops = new Set<number>();
	readonly #found = new GrowingInts();
	#spellings: SpellingTable | undefined;

	/** Starts with the words of another vocabulary and their terms, as `toTerms` gave them. */
	constructor(words: WordTable, language: Language = english, terms?: Int32Array) {
		this.words = words;
		this.language = language;
		if (terms) this.#single = terms.slice();
	}

	/** About what the words, their terms and the table of spellings take. */
	get byteLength(): number {
		const perForm = this.#spellings === undefined ? 0 : SPELLING_BYTES;
		return this.words.byteLength + this.#single.byteLength + this.words.size * perForm;
	}

	encode(text: string): EncodedWords {
		return encodeWords(text, this.words.interning);
	}

	/** The terms of a text, valid until the next call. Stop words are dropped unless nothing else is left. */
	analyse(text: EncodedWords): Int32Array {
		const terms = this.#found;
		terms.clear();
		for (let index = 0; index < text.length; index += 1) {
			const word = (text[index] as number) >> 3;
			const term = this.#singleOf(word);
			if (term >= 0) terms.push(term);
			else if (!this.#stops.has(word)) terms.append(this.#several.get(word) ?? []);
		}
		if (terms.length === 0) for (const word of text) terms.append(this.termsOf(word >> 3));
		return terms.view();
	}

	termsOf(word: number): readonly number[] {
		const term = this.#singleOf(word);
		return term >= 0 ? [term] : (this.#several.get(word) ?? []);
	}

	/** The words that texts hold, by their letters: what a slip may mean. Made when the first slip asks for it. */
	get spellings(): SpellingTable {
		if (this.#spellings === undefined) {
			this.#spellings = new SpellingTable((word) => this.words.word(word));
			for (let word = 0; word < this.#single.length; word += 1)
				if (this.isForm(word)) this.#spellings.add(word);
		}
		return this.#spellings;
	}

	/** Whether texts hold a word: a stem alone is nothing that anybody could have meant. */
	isForm(word: number): boolean {
		return (this.#single[word] ?? UNKNOWN) >= 0;
	}

	/** The term of every word that texts hold and that has one of its own, -1 for the others. */
	toTerms(): Int32Array {
		return Int32Array.from({ length: this.words.size }, (_, word) =>
			Math.max(this.#single[word] ?? UNKNOWN, UNKNOWN),
		);
	}

	#singleOf(word: number): number {
		const known = this.#single[word] ?? UNKNOWN;
		return known === UNKNOWN ? this.#learn(word) : known;
	}

	#learn(word: number): number {
		const text = this.words.word(word);
		const terms = analyseText(text, this.language).map((term) => this.words.intern(term));
		const isStop = isStopWord(text, this.language);
		const single = terms.length === 1 && !isStop ? (terms[0] as number) : NO_SINGLE_TERM;
		if (isStop) this.#stops.add(word);
		if (single === NO_SINGLE_TERM) this.#several.set(word, terms);
		if (word >= this.#single.length) {
			const wider = new Int32Array(this.words.size * 2).fill(UNKNOWN);
			wider.set(this.#single);
			this.#single = wider;
		}
		this.#single[word] = single;
		if (single >= 0) this.#spellings?.add(word);
		return single;
	}
}
