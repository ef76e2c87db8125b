import { GrowingInts } from "../tables/growing-ints.ts";
import { addToHash, EMPTY_HASH, type WordNumbers } from "../tables/word-table.ts";
import { dropPossessives, simplifyLetters } from "./analyse-text.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const CAPITAL = /^\p{Lu}/u;
const NUMBER = /^\p{N}/u;
const BEYOND_ASCII = /[\u0080-\uffff]/;

const IS_CAPITAL = 1;
const IS_JOINED = 2;
const IS_NUMBER = 4;
const FLAGS = 8;

/** A text as a row of words: each with its number, whether it is capitalised, and whether it follows the one before directly. */
export type EncodedWords = Int32Array;

export const wordAt = (words: EncodedWords, index: number): number => (words[index] ?? -FLAGS) >> 3;
export const isCapitalAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_CAPITAL) !== 0;
export const isJoinedAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_JOINED) !== 0;
export const isNumberAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_NUMBER) !== 0;

export function holdsSmall(words: EncodedWords, word: number): boolean {
	for (let index = 0; index < words.length; index += 1) {
		const encoded = words[index] as number;
		if (encoded >> 3 === word && (encoded & IS_CAPITAL) === 0) return true;
	}
	return false;
}

/** Joins texts one after the other. No name reaches from one into the next. */
export function joinWords(rows: readonly EncodedWords[]): EncodedWords {
	const joined = new Int32Array(rows.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const row of rows) {
		joined.set(row, at);
		at += row.length;
	}
	return joined;
}

export function encodeWords(text: string, numbers: WordNumbers): EncodedWords {
	return BEYOND_ASCII.test(text) ? encodeAny(text, numbers) : encodeAscii(text, numbers);
}

function encodeAny(text: string, { ofWord }: WordNumbers): EncodedWords {
	const folded = dropPossessives(simplifyLetters(text));
	const encoded: number[] = [];
	let end = -2;
	for (const { 0: word, index } of folded.matchAll(WORD)) {
		let flags = 0;
		if (CAPITAL.test(word)) flags |= IS_CAPITAL;
		else if (NUMBER.test(word)) flags |= IS_NUMBER;
		// One character apart: a space or a hyphen. A full stop and a space end a name.
		if (index - end <= 1) flags |= IS_JOINED;
		encoded.push(ofWord(word.toLowerCase()) * FLAGS + flags);
		end = index + word.length;
	}
	return Int32Array.from(encoded);
}

/** For each byte the small letter or the digit it counts as in a word; 0 for a byte between words. */
const SMALL_LETTERS = Uint8Array.from({ length: 256 }, (_, code) => {
	const character = String.fromCharCode(code);
	return /[\da-zA-Z]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
const LAST_DIGIT = 57;
const APOSTROPHE = 39;
const SMALL_S = 115;
/** Zeros after a text, so that looking past its end needs no thought. */
const MARGIN = 3;

/** The buffer in which a text is assembled: the number of its words is known only at its end. */
let scratch = Buffer.alloc(2 ** 16);
const encoded = new GrowingInts();

/** The same for most texts there are, many times faster than matching letters of every script. */
function encodeAscii(text: string, { ofBytes }: WordNumbers): EncodedWords {
	const { length } = text;
	if (scratch.length < length + MARGIN) scratch = Buffer.alloc(2 * (length + MARGIN));
	const bytes = scratch;
	bytes.write(text, "latin1");
	bytes.fill(0, length, length + MARGIN);
	encoded.clear();
	let end = -2;
	let at = 0;
	while (at < length) {
		const first = bytes[at] as number;
		let letter = SMALL_LETTERS[first] as number;
		if (letter === 0) {
			at += 1;
			continue;
		}
		const start = at;
		let flags = first !== letter ? IS_CAPITAL : first <= LAST_DIGIT ? IS_NUMBER : 0;
		if (start - end <= 1) flags |= IS_JOINED;
		let hash = EMPTY_HASH;
		while (letter !== 0) {
			hash = addToHash(hash, letter);
			bytes[at] = letter;
			at += 1;
			letter = SMALL_LETTERS[bytes[at] as number] as number;
		}
		encoded.push(ofBytes(bytes, start, at, hash) * FLAGS + flags);
		if (isPossessive(bytes, at)) at += 2;
		end = at;
	}
	return encoded.view().slice();
}

/** Whether a word that ends here is followed by 's; the same in fewer steps, since it is checked after every word. */
const isPossessive = (bytes: Uint8Array, at: number): boolean =>
	bytes[at] === APOSTROPHE &&
	((bytes[at + 1] as number) | 32) === SMALL_S &&
	SMALL_LETTERS[bytes[at + 2] as number] === 0;
