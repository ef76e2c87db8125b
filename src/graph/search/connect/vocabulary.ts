import { analyseText, isStopWord } from "../analyse-text.ts";
import { english } from "../languages/english.ts";
import type { Language } from "../languages/language.ts";
import { GrowingInts } from "../resident/growing-ints.ts";
import type { WordTable } from "../resident/word-table.ts";
import { type EncodedWords, encodeWords, joinWords } from "./encode-words.ts";

const SEAM = /\s/;
const UNKNOWN = -1;
/** Of words that have none or several, or that are dropped. */
const NO_SINGLE_TERM = -2;

const LONGEST_PIECE = 32_000;
const LONGEST_LOOK = 1_000;

/** Between two words where there is a seam near, and never inside a pair of surrogates. */
function findPieceEnd(text: string, start: number): number {
	const aim = start + LONGEST_PIECE;
	if (aim >= text.length) return text.length;
	for (let end = aim; end > aim - LONGEST_LOOK; end -= 1) if (SEAM.test(text[end - 1] as string)) return end;
	return /[\uD800-\uDBFF]/.test(text[aim - 1] as string) ? aim - 1 : aim;
}

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

	constructor(words: WordTable, language: Language = english) {
		this.words = words;
		this.language = language;
	}

	encode(text: string): EncodedWords {
		return encodeWords(text, this.words.interning);
	}

	/**
	 * A text of any length, piece by piece, so that others can have their turn in between. Each new word is analysed on the
	 * way: a book in a script without spaces takes seconds.
	 */
	*encodeInSteps(text: string): Generator<void, EncodedWords> {
		const pieces: EncodedWords[] = [];
		for (let start = 0; start < text.length; ) {
			const end = findPieceEnd(text, start);
			const words = this.encode(text.slice(start, end));
			for (const word of words) this.#singleOf(word >> 3);
			pieces.push(words);
			start = end;
			yield;
		}
		return pieces.length === 1 ? (pieces[0] as EncodedWords) : joinWords(pieces);
	}

	/** The terms of a text, to be read before the next one is asked for. Stop words are dropped unless nothing else is left. */
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

	/** The terms of a single word. */
	termsOf(word: number): readonly number[] {
		const term = this.#singleOf(word);
		return term >= 0 ? [term] : (this.#several.get(word) ?? []);
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
		return single;
	}
}
