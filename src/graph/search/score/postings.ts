import { remember } from "../../model/remember.ts";
import { GrowingInts } from "../tables/growing-ints.ts";
import { NumberLists } from "../tables/number-lists.ts";
import type { WordTable } from "../tables/word-table.ts";
import type { ScoreRow } from "./score-row.ts";

/** How often a word counts again (k1) and how much a long text is held back (b). */
const K1 = 0.9;
const B = 0.4;

/** A posting is a document and how often it holds the term, in one number. Beyond the largest count, more counts no more. */
const DOCUMENT_SHIFT = 8;
const COUNTS = 2 ** DOCUMENT_SHIFT;
const LARGEST_COUNT = COUNTS - 1;

/** Terms whose holders were counted for one reader; questions are made of the same words. */
const MOST_HELD = 10_000;

export interface VisibleDocuments {
	readonly count: number;
	readonly averageLength: number;
	readonly marks: Uint8Array;
}

export type PostingsParts = ReturnType<Postings["toParts"]>;

/**
 * An inverted index scored by BM25 over the documents a reader may see. A document is one version of one text: a
 * new version is a new document, and a stale one is never visible, so nothing is ever removed from a list.
 */
export class Postings {
	readonly #words: WordTable;
	readonly #lists: NumberLists;
	readonly #lengths: GrowingInts;
	/** By term; all zero between two documents. */
	#counts = new Int32Array();
	/** How many visible documents hold a term, by marks. Those never change, and every search needs these counts. */
	readonly #held = new WeakMap<Uint8Array, Map<string, number>>();

	constructor(words: WordTable, parts?: PostingsParts) {
		this.#words = words;
		this.#lists = new NumberLists(parts?.lists);
		this.#lengths = GrowingInts.from(parts?.lengths);
	}

	/** Adds the next document, given as the numbers of its terms, and returns its number. */
	add(terms: ArrayLike<number>): number {
		const document = this.#lengths.push(terms.length);
		if (this.#counts.length < this.#words.size) this.#counts = new Int32Array(this.#words.size * 2);
		const counts = this.#counts;
		for (let index = 0; index < terms.length; index += 1) {
			const term = terms[index] as number;
			counts[term] = (counts[term] as number) + 1;
		}
		for (let index = 0; index < terms.length; index += 1) {
			const term = terms[index] as number;
			const count = counts[term] as number;
			if (count === 0) continue;
			counts[term] = 0;
			this.#lists.push(term, document * COUNTS + Math.min(count, LARGEST_COUNT));
		}
		return document;
	}

	lengthOf(document: number): number {
		return this.#lengths.at(document);
	}

	get byteLength(): number {
		return this.#lists.byteLength + this.#lengths.values.byteLength;
	}

	matchingTerms(document: number, terms: readonly string[]): readonly string[] {
		return [...new Set(terms)].filter((term) => this.isWithin(term, document, document + 1));
	}

	isWithin(term: string, first: number, end: number): boolean {
		return this.#runsOf(term).some((run) => holdsBetween(run, first, end));
	}

	/** Asks of documents in rising order whether any from `first` up to `end` holds a term: each answer begins where the last one ended. */
	walk(term: string): (first: number, end: number) => boolean {
		const runs = this.#runsOf(term);
		let [run, at] = [0, 0];
		return (first, end) => {
			for (let list = runs[run]; list !== undefined; list = runs[run]) {
				at = seek(list, first, at);
				if (at < list.length) return (list[at] as number) >>> DOCUMENT_SHIFT < end;
				[run, at] = [run + 1, 0];
			}
			return false;
		};
	}

	get documentCount(): number {
		return this.#lengths.length;
	}

	/** The terms that begin so and that any document ever held. */
	*termsBeginning(letters: string): Generator<string> {
		for (const word of this.#words.beginningWith(letters)) {
			if (this.#lists.count(word) > 0) yield this.#words.word(word);
		}
	}

	/** The visible documents that hold a term; undefined when there are more than `most`. */
	holding(term: string, marks: Uint8Array, most?: number): readonly number[] | undefined {
		const word = this.#words.find(term);
		return word === undefined ? [] : this.holdingTerm(word, marks, most);
	}

	/** The same for a term by its number. */
	holdingTerm(
		term: number,
		marks: Uint8Array,
		most = Number.POSITIVE_INFINITY,
	): readonly number[] | undefined {
		const found: number[] = [];
		for (const run of this.#lists.runs(term)) {
			for (let index = 0; index < run.length; index += 1) {
				const document = (run[index] as number) >>> DOCUMENT_SHIFT;
				if (marks[document] !== 1) continue;
				if (found.length === most) return undefined;
				found.push(document);
			}
		}
		return found;
	}

	isHeld(term: string, marks: Uint8Array): boolean {
		return this.holding(term, marks, 0) === undefined;
	}

	/** How many documents ever held a term: enough to choose the shortest list, never to be shown to anybody. */
	listLength(term: string): number {
		const word = this.#words.find(term);
		return word === undefined ? 0 : this.#lists.count(word);
	}

	/** The documents that ever held a term, readable or not. */
	*everHolding(term: string): Generator<number> {
		const word = this.#words.find(term);
		if (word !== undefined) yield* this.everHoldingTerm(word);
	}

	/** The same for a term by its number. */
	*everHoldingTerm(term: number): Generator<number> {
		for (const run of this.#lists.runs(term)) {
			for (const posting of run) yield posting >>> DOCUMENT_SHIFT;
		}
	}

	countHolding(term: string, marks: Uint8Array): number {
		const held = remember(this.#held, marks, () => new Map<string, number>());
		let holding = held.get(term);
		if (holding === undefined) {
			holding = 0;
			for (const run of this.#runsOf(term)) holding += countMarked(run, marks);
			if (held.size >= MOST_HELD) held.clear();
			held.set(term, holding);
		}
		return holding;
	}

	/** The rarity of a word that one document more would be the first to hold. */
	rarestOf({ count }: VisibleDocuments): number {
		return Math.log(1 + (count + 0.5) / 0.5);
	}

	/** How rare a term is among the visible documents; 0 when none of them holds it. */
	rarityOf(term: string, { marks, count }: VisibleDocuments): number {
		const holding = this.countHolding(term, marks);
		return holding === 0 ? 0 : Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
	}

	/** Adds the score of every visible document. How rare a word is, is judged on the visible documents alone. */
	addScores(
		terms: readonly string[],
		visible: VisibleDocuments,
		scores: ScoreRow,
		weightOf: (term: string) => number = () => 1,
	): void {
		const { marks } = visible;
		const lengths = this.#lengths.values;
		const perWord = (K1 * B) / (visible.averageLength || 1);
		for (const term of new Set(terms)) {
			const rarity = this.rarityOf(term, visible) * (K1 + 1) * weightOf(term);
			if (rarity === 0) continue;
			for (const run of this.#runsOf(term)) {
				for (let index = 0; index < run.length; index += 1) {
					const posting = run[index] as number;
					const document = posting >>> DOCUMENT_SHIFT;
					if (marks[document] !== 1) continue;
					const count = posting & LARGEST_COUNT;
					const norm = K1 * (1 - B) + perWord * (lengths[document] as number);
					scores.add(document, (rarity * count) / (count + norm));
				}
			}
		}
	}

	toParts() {
		return { lists: this.#lists.toParts(this.#words.size), lengths: this.#lengths.view() };
	}

	#runsOf(term: string): readonly Int32Array[] {
		const word = this.#words.find(term);
		return word === undefined ? [] : this.#lists.runs(word);
	}
}

function countMarked(run: Int32Array, marks: Uint8Array): number {
	let count = 0;
	for (let index = 0; index < run.length; index += 1) {
		if (marks[(run[index] as number) >>> DOCUMENT_SHIFT] === 1) count += 1;
	}
	return count;
}

function holdsBetween(run: Int32Array, first: number, end: number): boolean {
	const place = findPlace(run, first, [0, run.length]);
	return place < run.length && (run[place] as number) >>> DOCUMENT_SHIFT < end;
}

/** The place of the first posting that belongs to `document` or to a later one. Runs rise by document, so each is searched by halves. */
function findPlace(run: Int32Array, document: number, [from, to]: readonly [number, number]): number {
	let [low, high] = [from, to];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((run[middle] as number) >>> DOCUMENT_SHIFT < document) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The same, searched from a place on in steps that double: the next document is mostly near. */
function seek(run: Int32Array, document: number, from: number): number {
	let [low, step] = [from, 1];
	while (low + step < run.length && (run[low + step] as number) >>> DOCUMENT_SHIFT < document) {
		low += step;
		step *= 2;
	}
	return findPlace(run, document, [low, Math.min(run.length, low + step + 1)]);
}
