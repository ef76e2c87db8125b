import { english } from "../languages/english.ts";
import type { Language } from "../languages/language.ts";
import { GrowingInts } from "../tables/growing-ints.ts";
import { KeyTable } from "../tables/key-table.ts";
import { NumberLists, NumberRows } from "../tables/number-lists.ts";
import type { WordTable } from "../tables/word-table.ts";
import { isStopWord } from "../words/analyse-text.ts";
import { type EncodedWords, encodeWords, wordAt } from "../words/encode-words.ts";

const PARENTHESES = /\s*\([^)]*\)\s*/g;
const SHORTEST_WORD = 4;
const START = 0;
const NO_NAME = -1;
/** Further names of a text are left out: a text that repeats one word holds every name made of it at each place. */
const MOST_MATCHES = 50_000;
/** As many as are looked through faster than a set of them is made. */
const FEW_NAMES = 40;

export type TitleIndexParts = ReturnType<TitleIndex["toParts"]>;

export interface EncodedName {
	readonly name: string;
	readonly words: EncodedWords;
}

/**
 * Names word by word, as a tree; each different name is an entry, by number. It holds the names of everything there is
 * or was; the caller that looks a text up says which bearers count, so that a name hidden from a reader neither matches
 * nor blocks a shorter one.
 */
export class TitleIndex {
	readonly #table: WordTable;
	readonly #language: Language;
	/** From a place in the tree by a word to the next place: the number of the step and 1, since 0 is the start. */
	readonly #steps: KeyTable;
	readonly #filter: StepFilter;
	/** The name that ends with a step, or -1. */
	readonly #ends: GrowingInts;
	readonly #words: NumberRows;
	readonly bearers: NumberLists;
	/** Document → the entries it bears. */
	readonly #names: NumberRows;
	/** Word → the place it leads to from the start, or 0: most words begin no name, and one lookup rules them out. */
	#firsts = new Int32Array();
	readonly #step = new Int32Array(2);

	constructor(table: WordTable, parts?: TitleIndexParts, language: Language = english) {
		this.#table = table;
		this.#language = language;
		this.#steps = new KeyTable(2, parts?.steps);
		this.#filter = new StepFilter(this.#steps);
		this.#ends = GrowingInts.from(parts?.ends);
		this.#words = new NumberRows(parts?.words);
		this.bearers = new NumberLists(parts?.bearers);
		this.#names = new NumberRows(parts?.names);
		for (let step = 0; step < this.#steps.size; step += 1) {
			if (this.#steps.keyPart(step, 0) === START) this.#noteFirst(this.#steps.keyPart(step, 1), step + 1);
		}
	}

	get size(): number {
		return this.#words.size;
	}

	get byteLength(): number {
		const rows = this.#words.byteLength + this.#names.byteLength;
		return this.#steps.byteLength + this.#ends.values.byteLength + this.bearers.byteLength + rows;
	}

	add(document: number, names: readonly EncodedName[]): void {
		const entries = new Set(names.flatMap((name) => this.#entryFor(name) ?? []));
		for (const entry of entries) this.bearers.push(entry, document);
		this.#names.add([...entries]);
	}

	namesOf(document: number): Int32Array {
		return this.#names.row(document);
	}

	wordsOf(entry: number): Int32Array {
		return this.#words.row(entry);
	}

	lengthOf(entry: number): number {
		return this.#words.lengthOf(entry);
	}

	/** Every name in a text, overlapping ones too, by place and then the longest first: place, entry, place, entry. */
	matchesIn(words: EncodedWords): Int32Array {
		const matches: number[] = [];
		const ends: number[] = [];
		const filter = this.#filter;
		filter.follow();
		for (let position = 0; position < words.length && matches.length < MOST_MATCHES * 2; position += 1) {
			let place = this.#firsts[(words[position] as number) >> 3] ?? START;
			for (let at = position + 1; place > START; at += 1) {
				const entry = this.#ends.at(place - 1);
				if (entry !== NO_NAME) ends.push(entry);
				if (at >= words.length) break;
				const word = (words[at] as number) >> 3;
				place = filter.mayLead(place, word) ? this.#steps.findPair(place, word) + 1 : START;
			}
			for (let entry = ends.pop(); entry !== undefined; entry = ends.pop()) matches.push(position, entry);
		}
		return new Int32Array(matches);
	}

	toParts() {
		return {
			steps: this.#steps.toParts(),
			ends: this.#ends.view(),
			words: this.#words.toParts(),
			bearers: this.bearers.toParts(this.size),
			names: this.#names.toParts(),
		};
	}

	#entryFor({ name, words: written }: EncodedName): number | undefined {
		const shown = name.includes("(") ? name.replace(PARENTHESES, " ") : name;
		const words = (shown === name ? written : encodeWords(shown, this.#table.interning)).map(
			(word) => word >> 3,
		);
		const tellsNothing = words.every((word) => isStopWord(this.#table.word(word), this.#language));
		const isShort = words.length === 1 && this.#table.word(words[0] as number).length < SHORTEST_WORD;
		if (tellsNothing || isShort) return undefined;
		let place = START;
		for (const word of words) {
			const from = place;
			this.#step[0] = from;
			this.#step[1] = word;
			place = this.#steps.intern(this.#step) + 1;
			if (from === START) this.#noteFirst(word, place);
			if (place > this.#ends.length) this.#ends.push(NO_NAME);
		}
		const known = this.#ends.at(place - 1);
		if (known !== NO_NAME) return known;
		const entry = this.#words.add(words);
		this.#ends.set(place - 1, entry);
		return entry;
	}

	#noteFirst(word: number, place: number): void {
		if (word >= this.#firsts.length) {
			const wider = new Int32Array(Math.max(this.#table.size, word + 1) * 2);
			wider.set(this.#firsts);
			this.#firsts = wider;
		}
		this.#firsts[word] = place;
	}
}

/** For each beginning of a name, how long an end of it is that the name begins with as well. */
function listBorders(name: Int32Array): Int32Array {
	const borders = new Int32Array(name.length);
	for (let index = 1, border = 0; index < name.length; index += 1) {
		while (border > 0 && name[index] !== name[border]) border = borders[border - 1] as number;
		if (name[index] === name[border]) border += 1;
		borders[index] = border;
	}
	return borders;
}

/** No word is looked at twice: a long name may nearly match at every place of a text. */
export function holdsName(name: Int32Array, words: EncodedWords): boolean {
	const borders = listBorders(name);
	let held = 0;
	for (let position = 0; position < words.length; position += 1) {
		const word = wordAt(words, position);
		while (held > 0 && word !== name[held]) held = borders[held - 1] as number;
		if (word === name[held]) held += 1;
		if (held === name.length) return true;
	}
	return false;
}

/** The names a text mentions, each once: from left to right, the longest of those that count at every place. */
export function chooseMentions(
	matches: Int32Array,
	lengthOf: (entry: number) => number,
	counts: (entry: number) => boolean,
): readonly number[] {
	const chosen: number[] = [];
	let known: Set<number> | undefined;
	let free = 0;
	for (let index = 0; index < matches.length; index += 2) {
		const position = matches[index] as number;
		const entry = matches[index + 1] as number;
		if (position < free || !counts(entry)) continue;
		free = position + lengthOf(entry);
		if (known?.has(entry) ?? chosen.includes(entry)) continue;
		chosen.push(entry);
		known?.add(entry);
		// A book mentions thousands, and looking through all of them for each would take seconds.
		if (chosen.length === FEW_NAMES) known = new Set(chosen);
	}
	return chosen;
}

const FEWEST_BITS = 2 ** 10;
const BITS_PER_STEP = 12;

/** The table of steps of a large workspace fits no processor's cache; these bits take a twentieth of its space. */
class StepFilter {
	readonly #steps: KeyTable;
	#bits = new Uint8Array(FEWEST_BITS / 8);
	#size = 0;

	constructor(steps: KeyTable) {
		this.#steps = steps;
		this.follow();
	}

	/** Takes in the steps that have come since the last time. */
	follow(): void {
		if (this.#steps.size * BITS_PER_STEP > this.#bits.length * 8) {
			let bits = this.#bits.length * 8;
			while (bits < this.#steps.size * BITS_PER_STEP * 2) bits *= 2;
			this.#bits = new Uint8Array(bits / 8);
			this.#size = 0;
		}
		for (; this.#size < this.#steps.size; this.#size += 1) {
			const bit = this.#bitOf(this.#steps.keyPart(this.#size, 0), this.#steps.keyPart(this.#size, 1));
			this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] as number) | (1 << (bit & 7));
		}
	}

	mayLead(place: number, word: number): boolean {
		const bit = this.#bitOf(place, word);
		return ((this.#bits[bit >>> 3] as number) & (1 << (bit & 7))) !== 0;
	}

	#bitOf(place: number, word: number): number {
		const mixed = Math.imul(Math.imul(place, 0x9e3779b1) ^ word, 0x85ebca6b);
		return (mixed ^ (mixed >>> 15)) & (this.#bits.length * 8 - 1);
	}
}
