import { addTo } from "../../model/group-by.ts";
import { GrowingInts } from "./growing-ints.ts";

const BYTES_PER_WORD = 60;
const SEPARATOR = "\n";
const ABSENT = -1;
const FEWEST_SLOTS = 16;
const FIRST_LETTERS = 256;
/** After every word among the letters; no ASCII letter or digit. */
const END = 0;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The hash of a word, letter by letter, so that code that reads a text can hash its words on the way. */
export const EMPTY_HASH = 0x811c9dc5;
export const addToHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const closeHash = (hash: number): number => hash ^ (hash >>> 15);

function hashWord(word: string): number {
	let hash = EMPTY_HASH;
	for (let at = 0; at < word.length; at += 1) hash = addToHash(hash, word.charCodeAt(at));
	return closeHash(hash);
}

/** Looks up the numbers of words: -1 for a word that has none. */
export interface WordNumbers {
	readonly ofWord: (word: string) => number;
	/** A word of ASCII letters in a row of bytes, and its hash: cutting it out would cost more than looking it up. */
	readonly ofBytes: (bytes: Uint8Array, start: number, end: number, hash: number) => number;
}

/** Words as numbers, so that a whole text costs four bytes a word and comparing words costs nothing. */
export class WordTable {
	readonly #words: string[];
	readonly #hashes = new GrowingInts();
	/** The words once more as bytes, and where each begins; -1 for those that are not all ASCII. */
	#letters = new Uint8Array(FIRST_LETTERS);
	#letterCount = 0;
	readonly #starts = new GrowingInts();
	#slots = new Int32Array(FEWEST_SLOTS).fill(ABSENT);
	/** By their first letter, filled as far as somebody asked. */
	readonly #byLetter = new Map<string, number[]>();
	#sorted = 0;
	readonly interning: WordNumbers = {
		ofWord: (word) => this.intern(word),
		ofBytes: (bytes, start, end, hash) => this.#internBytes(bytes, start, end, closeHash(hash)),
	};
	readonly finding: WordNumbers = {
		ofWord: (word) => this.find(word) ?? ABSENT,
		ofBytes: (bytes, start, end, hash) =>
			this.#slots[this.#slotOfBytes(bytes, start, end, closeHash(hash))] as number,
	};

	/** Starts with the words of another table, as `toBytes` wrote them. */
	constructor(bytes?: Uint8Array) {
		const text = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
		this.#words = text ? text.split(SEPARATOR) : [];
		for (const word of this.#words) {
			this.#hashes.push(hashWord(word));
			this.#spell(word);
		}
		this.#fillSlots();
	}

	get size(): number {
		return this.#words.length;
	}

	intern(word: string): number {
		const hash = hashWord(word);
		const slot = this.#slotOf(word, hash);
		const known = this.#slots[slot] as number;
		return known === ABSENT ? this.#add(word, hash, slot) : known;
	}

	find(word: string): number | undefined {
		const number = this.#slots[this.#slotOf(word, hashWord(word))] as number;
		return number === ABSENT ? undefined : number;
	}

	word(number: number): string {
		return this.#words[number] ?? "";
	}

	*beginningWith(letters: string): Generator<number> {
		for (; this.#sorted < this.#words.length; this.#sorted += 1) {
			const [letter = ""] = this.#words[this.#sorted] as string;
			addTo(this.#byLetter, letter, this.#sorted);
		}
		const [first = ""] = letters;
		for (const number of this.#byLetter.get(first) ?? []) {
			if ((this.#words[number] as string).startsWith(letters)) yield number;
		}
	}

	/** About what the table takes: a text, its hash and its place for each word. */
	get byteLength(): number {
		return this.#words.length * BYTES_PER_WORD;
	}

	/** No word holds a line break. */
	toBytes(): Uint8Array {
		return Buffer.from(this.#words.join(SEPARATOR));
	}

	#internBytes(bytes: Uint8Array, start: number, end: number, hash: number): number {
		const slot = this.#slotOfBytes(bytes, start, end, hash);
		const known = this.#slots[slot] as number;
		if (known !== ABSENT) return known;
		return this.#add(Buffer.from(bytes.subarray(start, end)).toString("latin1"), hash, slot);
	}

	#add(word: string, hash: number, slot: number): number {
		const number = this.#words.push(word) - 1;
		this.#hashes.push(hash);
		this.#spell(word);
		this.#slots[slot] = number;
		if (this.#words.length * 2 > this.#slots.length) this.#fillSlots();
		return number;
	}

	/** The slot of a word, or the free one for it. */
	#slotOf(word: string, hash: number): number {
		const slots = this.#slots;
		const mask = slots.length - 1;
		for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
			const number = slots[slot] as number;
			if (number === ABSENT || this.#words[number] === word) return slot;
		}
	}

	#slotOfBytes(bytes: Uint8Array, start: number, end: number, hash: number): number {
		const slots = this.#slots;
		const hashes = this.#hashes.values;
		const mask = slots.length - 1;
		for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
			const number = slots[slot] as number;
			if (number === ABSENT) return slot;
			if (hashes[number] === hash && this.#isSpelt(number, bytes, start, end)) return slot;
		}
	}

	/** Whether a word is made of these bytes, which hold no zero. */
	#isSpelt(number: number, bytes: Uint8Array, start: number, end: number): boolean {
		const letters = this.#letters;
		let at = this.#starts.at(number);
		if (at === ABSENT) return false;
		for (let index = start; index < end; index += 1, at += 1) if (letters[at] !== bytes[index]) return false;
		return letters[at] === END;
	}

	#spell(word: string): void {
		if (BEYOND_ASCII.test(word)) return void this.#starts.push(ABSENT);
		this.#starts.push(this.#letterCount);
		const end = this.#letterCount + word.length;
		if (end >= this.#letters.length) {
			const wider = new Uint8Array(2 * (end + 1));
			wider.set(this.#letters);
			this.#letters = wider;
		}
		for (let index = 0; index < word.length; index += 1) {
			this.#letters[this.#letterCount + index] = word.charCodeAt(index);
		}
		this.#letters[end] = END;
		this.#letterCount = end + 1;
	}

	#fillSlots(): void {
		let size = FEWEST_SLOTS;
		while (size < this.#words.length * 4) size *= 2;
		this.#slots = new Int32Array(size).fill(ABSENT);
		for (let number = 0; number < this.#words.length; number += 1) {
			let slot = this.#hashes.at(number) & (size - 1);
			while (this.#slots[slot] !== ABSENT) slot = (slot + 1) & (size - 1);
			this.#slots[slot] = number;
		}
	}
}
