import { KeyTable } from "../tables/key-table.ts";
import { NumberLists, NumberRows } from "../tables/number-lists.ts";
import { type EncodedWords, isCapitalAt, isJoinedAt, isNumberAt, wordAt } from "../words/encode-words.ts";

const LONGEST_PHRASE = 6;
/** A book has some thousands; a text of nothing but names would have millions of runs of them. */
const MOST_NOUNS = 20_000;

export interface ProperNoun {
	/** Distinguishes phrases by 53 bits, so that two different ones do not meet in any workspace. */
	readonly key: number;
	readonly start: number;
	readonly length: number;
}

/** Mixes word numbers into one; the order of the words counts. */
function hashPhrase(words: EncodedWords, start: number, length: number): number {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = start; index < start + length; index += 1) {
		const word = wordAt(words, index);
		high = Math.imul(high ^ word, 2_654_435_761);
		low = Math.imul(low ^ word, 1_597_334_677);
	}
	high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
	low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
	return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** Runs of capitalised words; a number belongs to a run it follows. */
function* findRuns(words: EncodedWords): Generator<{ readonly start: number; readonly end: number }> {
	let start = -1;
	for (let index = 0; index <= words.length; index += 1) {
		const inRun = start >= 0 && isJoinedAt(words, index) && index < words.length;
		if (inRun && (isCapitalAt(words, index) || isNumberAt(words, index))) continue;
		if (start >= 0) yield { start, end: index };
		start = index < words.length && isCapitalAt(words, index) ? index : -1;
	}
}

/** Every proper noun of a text and every part of it, each once. `mayBound` says whether a word may begin or end one. */
export function findProperNouns(
	words: EncodedWords,
	mayBound: (word: number) => boolean,
): readonly ProperNoun[] {
	const found = new Map<number, ProperNoun>();
	for (const run of findRuns(words)) {
		if (found.size >= MOST_NOUNS) break;
		for (let start = run.start; start < run.end && found.size < MOST_NOUNS; start += 1) {
			if (!mayBound(wordAt(words, start))) continue;
			const end = Math.min(run.end, start + LONGEST_PHRASE);
			for (let last = start; last < end; last += 1) {
				if (!mayBound(wordAt(words, last)) || (last === start && isNumberAt(words, start))) continue;
				const length = last - start + 1;
				const key = hashPhrase(words, start, length);
				if (!found.has(key)) found.set(key, { key, start, length });
			}
		}
	}
	return [...found.values()];
}

export type NounIndexParts = ReturnType<NounIndex["toParts"]>;

/** The number of a noun: positive for a phrase, negative for a single word. */
const nameSingleWord = (word: number): number => -1 - word;

/** Which documents hold which proper noun. A new version of a text is a new document, so nothing is ever removed. */
export class NounIndex {
	readonly #phrases: KeyTable;
	readonly documents: NumberLists;
	/** Document → its nouns, in the order of its text. */
	readonly #nouns: NumberRows;

	constructor(parts?: NounIndexParts) {
		this.#phrases = new KeyTable(2, parts?.phrases);
		this.documents = new NumberLists(parts?.documents);
		this.#nouns = new NumberRows(parts?.nouns);
	}

	get byteLength(): number {
		return this.#phrases.byteLength + this.documents.byteLength + this.#nouns.byteLength;
	}

	add(document: number, words: EncodedWords, nouns: readonly ProperNoun[]): void {
		const row = nouns.map((noun) => {
			if (noun.length === 1) return nameSingleWord(wordAt(words, noun.start));
			const phrase = this.#phrases.intern(splitKey(noun.key));
			this.documents.push(phrase, document);
			return phrase;
		});
		this.#nouns.add(row);
	}

	/** Returns the number of a noun of any text; undefined for a phrase that no document contains. */
	find(words: EncodedWords, { key, start, length }: ProperNoun): number | undefined {
		if (length === 1) return nameSingleWord(wordAt(words, start));
		const phrase = this.#phrases.find(splitKey(key));
		return phrase < 0 ? undefined : phrase;
	}

	nounsOf(document: number): Int32Array {
		return this.#nouns.row(document);
	}

	toParts() {
		return {
			phrases: this.#phrases.toParts(),
			documents: this.documents.toParts(this.#phrases.size),
			nouns: this.#nouns.toParts(),
		};
	}
}

const splitKey = (key: number): readonly [number, number] => [Math.floor(key / 4_294_967_296), key | 0];
