import { GrowingInts } from "../resident/growing-ints.ts";

const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const CAPITAL = /^\p{Lu}/u;
const NUMBER = /^\p{N}/u;
const BEYOND_ASCII = /[\u0080-\uffff]/;

const IS_CAPITAL = 1;
const IS_JOINED = 2;
const IS_NUMBER = 4;
const FLAGS = 8;

const BYTES_PER_WORD = 80;
const SEPARATOR = "\n";

/** Words as numbers, so that a whole text costs four bytes a word and comparing words costs nothing. */
export class WordTable {
	readonly #ids = new Map<string, number>();
	readonly #words: string[];
	/** By their first letter, filled as far as somebody asked. */
	readonly #byLetter = new Map<string, number[]>();
	#sorted = 0;

	/** Starts with the words of another table, as `toBytes` wrote them. */
	constructor(bytes?: Uint8Array) {
		const text = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
		this.#words = text ? text.split(SEPARATOR) : [];
		for (const [id, word] of this.#words.entries()) this.#ids.set(word, id);
	}

	get size(): number {
		return this.#words.length;
	}

	/** The number of a folded word, given out when it is new. */
	intern(word: string): number {
		let id = this.#ids.get(word);
		if (id === undefined) {
			id = this.#words.length;
			this.#ids.set(word, id);
			this.#words.push(word);
		}
		return id;
	}

	find(word: string): number | undefined {
		return this.#ids.get(word);
	}

	word(id: number): string {
		return this.#words[id] ?? "";
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
		for (const id of this.#byLetter.get(first) ?? []) {
			if ((this.#words[id] as string).startsWith(letters)) yield id;
		}
	}

	/** About what the table takes: a text, a place in the list and one in the map for each word. */
	get byteLength(): number {
		return this.#words.length * BYTES_PER_WORD;
	}

	/** No word holds a line break. */
	toBytes(): Uint8Array {
		return Buffer.from(this.#words.join(SEPARATOR));
	}
}

/** A text as a row of words: each with its number, whether it is capitalised, and whether it follows the one before directly. */
export type EncodedWords = Int32Array;

export const wordAt = (words: EncodedWords, index: number): number => (words[index] ?? -FLAGS) >> 3;
export const isCapitalAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_CAPITAL) !== 0;
export const isJoinedAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_JOINED) !== 0;
export const isNumberAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_NUMBER) !== 0;

const UNKNOWN = -1;

/** A question must not fill the table: its words may be anybody's and its table everybody's. */
export const findIn =
	(table: WordTable) =>
	(word: string): number =>
		table.find(word) ?? UNKNOWN;

export function encodeWords(text: string, numberOf: (word: string) => number): EncodedWords {
	return BEYOND_ASCII.test(text) ? encodeAny(text, numberOf) : encodeAscii(text, numberOf);
}

function encodeAny(text: string, numberOf: (word: string) => number): EncodedWords {
	const folded = text.normalize("NFKD").replace(MARKS, "");
	const encoded: number[] = [];
	let end = -2;
	for (const { 0: word, index } of folded.matchAll(WORD)) {
		let flags = 0;
		if (CAPITAL.test(word)) flags |= IS_CAPITAL;
		else if (NUMBER.test(word)) flags |= IS_NUMBER;
		// One character apart: a space or a hyphen. A full stop and a space end a name.
		if (index - end <= 1) flags |= IS_JOINED;
		encoded.push(numberOf(word.toLowerCase()) * FLAGS + flags);
		end = index + word.length;
	}
	return Int32Array.from(encoded);
}

const DIGIT = 1;
const SMALL = 2;
const LARGE = 3;

/** What each ASCII character is in a word; 0 for what stands between words. */
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	return /\d/.test(character) ? DIGIT : /[a-z]/.test(character) ? SMALL : /[A-Z]/.test(character) ? LARGE : 0;
});

/** Where a text is put together: its length is known only at its end. */
const scratch = new GrowingInts();

/** The same for most texts there are, many times faster than matching letters of every script. */
function encodeAscii(text: string, numberOf: (word: string) => number): EncodedWords {
	const encoded = scratch;
	encoded.clear();
	let end = -2;
	let at = 0;
	while (at < text.length) {
		const first = CLASSES[text.charCodeAt(at)] as number;
		if (first === 0) {
			at += 1;
			continue;
		}
		const start = at;
		let hasLarge = false;
		for (let kind = first; kind > 0; kind = CLASSES[text.charCodeAt(at)] ?? 0) {
			if (kind === LARGE) hasLarge = true;
			at += 1;
		}
		let flags = first === LARGE ? IS_CAPITAL : first === DIGIT ? IS_NUMBER : 0;
		if (start - end <= 1) flags |= IS_JOINED;
		const word = text.slice(start, at);
		encoded.push(numberOf(hasLarge ? word.toLowerCase() : word) * FLAGS + flags);
		end = at;
	}
	return encoded.view().slice();
}
