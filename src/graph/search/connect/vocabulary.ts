import { analyseText, isStopWord } from "../analyse-text.ts";
import { english } from "../languages/english.ts";
import type { Language } from "../languages/language.ts";
import { GrowingInts } from "../resident/growing-ints.ts";
import { type EncodedWords, encodeWords, type WordTable } from "./encode-words.ts";

/**
 * The words of a workspace and the terms they are found under, all numbers of one table. A text is taken apart once,
 * and each different word is analysed once, however many texts hold it: what comes out is what `analyseText` gives.
 */
export class Vocabulary {
	readonly words: WordTable;
	readonly language: Language;
	readonly #terms: (readonly number[] | undefined)[] = [];
	readonly #stops: boolean[] = [];
	readonly #found = new GrowingInts();

	constructor(words: WordTable, language: Language = english) {
		this.words = words;
		this.language = language;
	}

	encode(text: string): EncodedWords {
		return encodeWords(text, (word) => this.words.intern(word));
	}

	/** The terms of a text, to be read before the next one is asked for. Stop words are dropped unless nothing else is left. */
	analyse(text: EncodedWords): Int32Array {
		const terms = this.#found;
		terms.clear();
		for (let index = 0; index < text.length; index += 1) {
			const word = (text[index] as number) >> 3;
			const own = this.termsOf(word);
			if (!this.#stops[word]) for (const term of own) terms.push(term);
		}
		if (terms.length > 0) return terms.view();
		return Int32Array.from(Array.from(text, (word) => this.termsOf(word >> 3)).flat());
	}

	/** The terms of a single word. */
	termsOf(word: number): readonly number[] {
		let terms = this.#terms[word];
		if (terms === undefined) {
			const text = this.words.word(word);
			terms = analyseText(text, this.language).map((term) => this.words.intern(term));
			this.#terms[word] = terms;
			this.#stops[word] = isStopWord(text, this.language);
		}
		return terms;
	}
}
