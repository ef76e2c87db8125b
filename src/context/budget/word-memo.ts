/** Twice as many slots as words keeps the way to a word short. */
const SLOTS = 2 ** 19;
const MOST_WORDS = SLOTS / 2;
const MOST_CHARACTERS = 3_000_000;
const FIRST_HASH = -2_128_831_035;
const HASH_FACTOR = 16_777_619;

/** The hash of a word's letters, each taken in turn; a word begins with `NO_HASH`. */
export const NO_HASH = FIRST_HASH;
export const addToHash = (hash: number, code: number): number => Math.imul(hash ^ code, HASH_FACTOR);

/**
 * A number for each word that was met, looked up where it stands in its text: to cut the word out first and ask a map
 * for it takes ten times as long. When there is no more room, all are forgotten and the common ones are soon back.
 */
export class WordMemo {
	readonly #slots = new Int32Array(SLOTS);
	readonly #starts = new Int32Array(MOST_WORDS + 1);
	readonly #hashes = new Int32Array(MOST_WORDS);
	readonly #values = new Uint16Array(MOST_WORDS);
	readonly #letters = new Uint16Array(MOST_CHARACTERS);
	#size = 0;

	/** What is known of `text` from `start` to `end`; undefined for a word that is new. */
	find(text: string, start: number, end: number, hash: number): number | undefined {
		for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
			const word = (this.#slots[slot] as number) - 1;
			if (word < 0) return undefined;
			if (this.#hashes[word] === hash && this.#isWord(word, text, start, end)) return this.#values[word];
		}
	}

	/** Keeps the number of a word that is new. */
	add(word: string, hash: number, value: number): void {
		const from = this.#starts[this.#size] as number;
		if (word.length > MOST_CHARACTERS) return;
		if (this.#size === MOST_WORDS || from + word.length > MOST_CHARACTERS) {
			this.#slots.fill(0);
			this.#size = 0;
			this.add(word, hash, value);
			return;
		}
		for (let index = 0; index < word.length; index += 1) this.#letters[from + index] = word.charCodeAt(index);
		this.#starts[this.#size + 1] = from + word.length;
		this.#hashes[this.#size] = hash;
		this.#values[this.#size] = value;
		this.#size += 1;
		let slot = hash & (SLOTS - 1);
		while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
		this.#slots[slot] = this.#size;
	}

	#isWord(word: number, text: string, start: number, end: number): boolean {
		const from = this.#starts[word] as number;
		if ((this.#starts[word + 1] as number) - from !== end - start) return false;
		for (let index = start; index < end; index += 1) {
			if (this.#letters[from + index - start] !== text.charCodeAt(index)) return false;
		}
		return true;
	}
}
