import { GrowingInts } from "./growing-ints.ts";

const BYTES_PER_WORD = 60;
const SEPARATOR = "\n";
const ABSENT = -1;
const FEWEST_SLOTS = 16;
const FIRST_CAPITAL = 65;
const LAST_CAPITAL = 90;
const TO_SMALL = 32;

/**
 * Words are looked up where they stand in a text, from `start` to `end`: cutting each out first would cost more than the
 * look-up. ASCII capitals are read as small letters, or, where `isExact`, as they are.
 */
function readCode(text: string, at: number, isExact: boolean): number {
	const code = text.charCodeAt(at);
	return !isExact && code >= FIRST_CAPITAL && code <= LAST_CAPITAL ? code | TO_SMALL : code;
}

function hashWord(text: string, start: number, end: number, isExact: boolean): number {
	let hash = 0x811c9dc5;
	for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ readCode(text, at, isExact), 0x01000193);
	return hash ^ (hash >>> 15);
}

/** Words as numbers, so that a whole text costs four bytes a word and comparing words costs nothing. */
export class WordTable {
	readonly #words: string[];
	readonly #hashes = new GrowingInts();
	#slots = new Int32Array(FEWEST_SLOTS).fill(ABSENT);
	/** By their first letter, filled as far as somebody asked. */
	readonly #byLetter = new Map<string, number[]>();
	#sorted = 0;

	/** Starts with the words of another table, as `toBytes` wrote them. */
	constructor(bytes?: Uint8Array) {
		const text = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
		this.#words = text ? text.split(SEPARATOR) : [];
		for (const word of this.#words) this.#hashes.push(hashWord(word, 0, word.length, true));
		this.#fillSlots();
	}

	get size(): number {
		return this.#words.length;
	}

	/** The number of a word, given out when it is new. */
	intern(word: string): number {
		return this.#intern(word, 0, word.length, true);
	}

	find(word: string): number | undefined {
		const number = this.#slots[this.#slotOf(word, 0, word.length, true)] as number;
		return number === ABSENT ? undefined : number;
	}

	/** The same for a part of a text, its ASCII capitals read as small letters. */
	internFolded(text: string, start: number, end: number): number {
		return this.#intern(text, start, end, false);
	}

	/** The number of a part of a text, read the same way; -1 when it is none of the words. */
	findFolded(text: string, start: number, end: number): number {
		return this.#slots[this.#slotOf(text, start, end, false)] as number;
	}

	word(number: number): string {
		return this.#words[number] ?? "";
	}

	/** The words that begin so, whatever follows. */
	*beginningWith(letters: string): Generator<number> {
		for (; this.#sorted < this.#words.length; this.#sorted += 1) {
			const [letter = ""] = this.#words[this.#sorted] as string;
			const same = this.#byLetter.get(letter);
			if (same) same.push(this.#sorted);
			else this.#byLetter.set(letter, [this.#sorted]);
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

	#intern(text: string, start: number, end: number, isExact: boolean): number {
		const slot = this.#slotOf(text, start, end, isExact);
		const known = this.#slots[slot] as number;
		if (known !== ABSENT) return known;
		const number = this.#words.length;
		this.#words.push(copyWord(text, start, end, isExact));
		this.#hashes.push(hashWord(text, start, end, isExact));
		this.#slots[slot] = number;
		if (this.#words.length * 2 > this.#slots.length) this.#fillSlots();
		return number;
	}

	/** Where a word stands, or where it would. */
	#slotOf(text: string, start: number, end: number, isExact: boolean): number {
		const hash = hashWord(text, start, end, isExact);
		const slots = this.#slots;
		const hashes = this.#hashes.values;
		const mask = slots.length - 1;
		for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
			const number = slots[slot] as number;
			if (number === ABSENT) return slot;
			if (hashes[number] !== hash) continue;
			const word = this.#words[number] as string;
			let index = word.length === end - start ? 0 : -1;
			while (index >= 0 && index < word.length) {
				index = word.charCodeAt(index) === readCode(text, start + index, isExact) ? index + 1 : -1;
			}
			if (index >= 0) return slot;
		}
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

/** Letter by letter: cut out, a long word would keep the whole text it comes from in memory. */
function copyWord(text: string, start: number, end: number, isExact: boolean): string {
	const codes: number[] = [];
	for (let at = start; at < end; at += 1) codes.push(readCode(text, at, isExact));
	return codes.map((code) => String.fromCharCode(code)).join("");
}
