const FEWEST_SLOTS = 2 ** 12;
const MOST_WORDS = 2 ** 18;
const MOST_CHARACTERS = 3_000_000;
const FIRST_HASH = -2_128_831_035;
const HASH_FACTOR = 16_777_619;

/** The hash of a word's letters, each taken in turn; a word begins with `NO_HASH`. */
export const NO_HASH = FIRST_HASH;
export const addToHash = (hash: number, code: number): number => Math.imul(hash ^ code, HASH_FACTOR);

/** The fields of a word's record are next to each other: one more memory access costs more than comparing all of them. */
const HASH = 0;
const START = 1;
const END = 2;
const VALUE = 3;
const FIELDS = 4;

/**
 * A number for each known word, looked up by its place in the text. Cutting the word out and asking a map for it takes
 * ten times as long. When the memo is full it is emptied, and the common words soon return.
 */
export class WordMemo {
	/** By hash, the number of a word and one; twice as many as words, so that the way to a word is short. */
	#slots = new Int32Array(FEWEST_SLOTS);
	readonly #words = new Int32Array(MOST_WORDS * FIELDS);
	readonly #letters = new Uint16Array(MOST_CHARACTERS);
	#size = 0;
	#used = 0;

	/** Returns the number stored for `text` from `start` to `end`; undefined for a new word. */
	find(text: string, start: number, end: number, hash: number): number | undefined {
		const slots = this.#slots;
		const last = slots.length - 1;
		for (let slot = hash & last; ; slot = (slot + 1) & last) {
			const number = slots[slot] as number;
			if (number === 0) return undefined;
			const at = (number - 1) * FIELDS;
			if (this.#words[at + HASH] === hash && this.#isWord(at, text, start, end))
				return this.#words[at + VALUE];
		}
	}

	add(word: string, hash: number, value: number): void {
		if (word.length > MOST_CHARACTERS) return;
		if (this.#size === MOST_WORDS || this.#used + word.length > MOST_CHARACTERS) {
			this.#slots.fill(0);
			this.#size = 0;
			this.#used = 0;
		}
		for (let index = 0; index < word.length; index += 1)
			this.#letters[this.#used + index] = word.charCodeAt(index);
		const end = this.#used + word.length;
		this.#words.set([hash, this.#used, end, value], this.#size * FIELDS);
		this.#used = end;
		this.#size += 1;
		if (this.#size * 2 <= this.#slots.length) this.#place(this.#size);
		else {
			this.#slots = new Int32Array(this.#slots.length * 2);
			for (let number = 1; number <= this.#size; number += 1) this.#place(number);
		}
	}

	#place(number: number): void {
		const last = this.#slots.length - 1;
		let slot = (this.#words[(number - 1) * FIELDS + HASH] as number) & last;
		while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
		this.#slots[slot] = number;
	}

	#isWord(at: number, text: string, start: number, end: number): boolean {
		const from = this.#words[at + START] as number;
		if ((this.#words[at + END] as number) - from !== end - start) return false;
		for (let index = start; index < end; index += 1) {
			if (this.#letters[from + index - start] !== text.charCodeAt(index)) return false;
		}
		return true;
	}
}
