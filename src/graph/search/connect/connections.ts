import { english } from "../languages/english.ts";
import type { Language } from "../languages/language.ts";
import type { PassagePostings } from "../score/passage-postings.ts";
import { NumberLists, NumberRows } from "../tables/number-lists.ts";
import type { WordTable } from "../tables/word-table.ts";
import { analyseText, isStopWord } from "../words/analyse-text.ts";
import { type EncodedWords, encodeWords, holdsSmall } from "../words/encode-words.ts";
import { findProperNouns, NounIndex, type ProperNoun } from "./proper-nouns.ts";
import { type EncodedName, holdsName, TitleIndex } from "./title-index.ts";

const SMALL_KEPT = 200_000;
const MOST_WORDS = 2 ** 28;

export type ConnectionsParts = ReturnType<Connections["toParts"]>;

/** The names that texts mention and the proper nouns they share. The reading code decides which of it a reader may see. */
export class Connections {
	readonly words: WordTable;
	readonly #language: Language;
	readonly titles: TitleIndex;
	readonly nouns: NounIndex;
	readonly #texts: NumberRows;
	/** Document → every name in it, known to the reader or not: place, entry, place, entry. */
	readonly #matches: NumberRows;
	/** Entry → the documents that contain it. */
	readonly holders: NumberLists;
	readonly #small = new Map<number, boolean>();
	#namesMatched: number;
	readonly #mayBound = (word: number): boolean => {
		const text = this.words.word(word);
		return text !== "" && !isStopWord(text, this.#language);
	};

	constructor(words: WordTable, parts?: ConnectionsParts, language: Language = english) {
		this.words = words;
		this.#language = language;
		this.titles = new TitleIndex(words, parts?.titles, language);
		this.nouns = new NounIndex(parts?.nouns);
		this.#texts = new NumberRows(parts?.texts);
		this.#matches = new NumberRows(parts?.matches);
		this.holders = new NumberLists(parts?.holders);
		this.#namesMatched = this.titles.size;
	}

	get byteLength(): number {
		const found = this.#matches.byteLength + this.holders.byteLength;
		return this.#texts.byteLength + found + this.titles.byteLength + this.nouns.byteLength;
	}

	/** Adds the next document. What it mentions is known after `match`. */
	add(words: EncodedWords, names: readonly EncodedName[]): void {
		const document = this.#texts.add(words);
		this.titles.add(document, names);
		this.nouns.add(document, words, this.nounsIn(words));
	}

	/** Looks for names in what was added since the last time, and for names added since in what was there before. */
	match(texts: PassagePostings, isCurrent: (document: number) => boolean): void {
		const first = this.#matches.size;
		for (let document = first; document < this.#texts.size; document += 1) {
			const matches = this.titles.matchesIn(this.textOf(document));
			this.#matches.add(matches);
			for (const entry of entriesIn(matches)) this.holders.push(entry, document);
		}
		const known = this.#namesMatched;
		this.#namesMatched = this.titles.size;
		if (first === 0) return;
		for (let entry = known; entry < this.titles.size; entry += 1) {
			for (const document of this.#findOlder(entry, texts)) {
				if (document >= first || !isCurrent(document)) continue;
				this.#matches.replace(document, this.titles.matchesIn(this.textOf(document)));
				this.holders.push(entry, document);
			}
		}
	}

	textOf(document: number): EncodedWords {
		return this.#texts.row(document);
	}

	matchesOf(document: number): Int32Array {
		return this.#matches.row(document);
	}

	/** Whether a document writes a word without a capital anywhere. Kept, since a document stays as it is: every new view asks again. */
	writesSmall(document: number, word: number): boolean {
		const key = document * MOST_WORDS + word;
		let isSmall = this.#small.get(key);
		if (isSmall === undefined) {
			isSmall = holdsSmall(this.textOf(document), word);
			if (this.#small.size >= SMALL_KEPT) this.#small.clear();
			this.#small.set(key, isSmall);
		}
		return isSmall;
	}

	/** A question in the same words. It adds none: they may be anybody's, and the table is everybody's. */
	encode(question: string): EncodedWords {
		return encodeWords(question, this.words.finding);
	}

	nounsIn(text: EncodedWords): readonly ProperNoun[] {
		return findProperNouns(text, this.#mayBound);
	}

	phrase(words: Iterable<number>): string {
		return [...words].map((word) => this.words.word(word)).join(" ");
	}

	toParts() {
		return {
			texts: this.#texts.toParts(),
			titles: this.titles.toParts(),
			nouns: this.nouns.toParts(),
			matches: this.#matches.toParts(),
			holders: this.holders.toParts(this.titles.size),
		};
	}

	/** The documents that contain a new name. Only those that hold its rarest word are looked at. */
	*#findOlder(entry: number, texts: PassagePostings): Generator<number> {
		const name = this.titles.wordsOf(entry);
		const terms = analyseText(this.phrase(name), this.#language);
		const [rarest] = [...terms].sort((a, b) => texts.postings.listLength(a) - texts.postings.listLength(b));
		if (rarest === undefined) return;
		for (const document of texts.everHolding(rarest)) {
			if (holdsName(name, this.textOf(document))) yield document;
		}
	}
}

function entriesIn(matches: Int32Array): ReadonlySet<number> {
	const entries = new Set<number>();
	for (let index = 1; index < matches.length; index += 2) entries.add(matches[index] as number);
	return entries;
}
