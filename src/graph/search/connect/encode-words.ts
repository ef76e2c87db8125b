const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const CAPITAL = /^\p{Lu}/u;
const NUMBER = /^\p{N}/u;
const BEYOND_ASCII = /[\u0080-\uffff]/;

const IS_CAPITAL = 1;
const IS_JOINED = 2;
const IS_NUMBER = 4;
const FLAGS = 8;

/** Words as numbers, so that a whole text costs four bytes a word and comparing words costs nothing. */
export class WordTable {
	readonly #ids = new Map<string, number>();
	readonly #words: string[] = [];

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
	const folded = BEYOND_ASCII.test(text) ? text.normalize("NFKD").replace(MARKS, "") : text;
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
