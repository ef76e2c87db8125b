import { dropPossessives } from "../analyse-text.ts";
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

/** A text as a row of words: each with its number, whether it is capitalised, and whether it follows the one before directly. */
export type EncodedWords = Int32Array;

export const wordAt = (words: EncodedWords, index: number): number => (words[index] ?? -FLAGS) >> 3;
export const isCapitalAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_CAPITAL) !== 0;
export const isJoinedAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_JOINED) !== 0;
export const isNumberAt = (words: EncodedWords, index: number): boolean =>
	((words[index] ?? 0) & IS_NUMBER) !== 0;

/** Whether a word stands in a text without a capital. */
export function holdsSmall(words: EncodedWords, word: number): boolean {
	for (let index = 0; index < words.length; index += 1) {
		const encoded = words[index] as number;
		if (encoded >> 3 === word && (encoded & IS_CAPITAL) === 0) return true;
	}
	return false;
}

/** The number of the word that stands in a part of a text, ASCII capitals read as small letters. */
export type NumberOf = (text: string, start: number, end: number) => number;

export function encodeWords(text: string, numberOf: NumberOf): EncodedWords {
	return BEYOND_ASCII.test(text) ? encodeAny(text, numberOf) : encodeAscii(text, numberOf);
}

function encodeAny(text: string, numberOf: NumberOf): EncodedWords {
	const folded = dropPossessives(text.normalize("NFKD").replace(MARKS, ""));
	const encoded: number[] = [];
	let end = -2;
	for (const { 0: word, index } of folded.matchAll(WORD)) {
		let flags = 0;
		if (CAPITAL.test(word)) flags |= IS_CAPITAL;
		else if (NUMBER.test(word)) flags |= IS_NUMBER;
		// One character apart: a space or a hyphen. A full stop and a space end a name.
		if (index - end <= 1) flags |= IS_JOINED;
		const small = word.toLowerCase();
		encoded.push(numberOf(small, 0, small.length) * FLAGS + flags);
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
function encodeAscii(text: string, numberOf: NumberOf): EncodedWords {
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
		for (let kind = first; kind > 0; kind = CLASSES[text.charCodeAt(at)] ?? 0) at += 1;
		let flags = first === LARGE ? IS_CAPITAL : first === DIGIT ? IS_NUMBER : 0;
		if (start - end <= 1) flags |= IS_JOINED;
		encoded.push(numberOf(text, start, at) * FLAGS + flags);
		if (isPossessive(text, at)) at += 2;
		end = at;
	}
	return encoded.view().slice();
}

const APOSTROPHE = 39;
const SMALL_S = 115;

/** Whether a word that ends here is followed by 's; the same in fewer steps, since it is asked after every word. */
const isPossessive = (text: string, at: number): boolean =>
	text.charCodeAt(at) === APOSTROPHE &&
	(text.charCodeAt(at + 1) | 32) === SMALL_S &&
	!CLASSES[text.charCodeAt(at + 2)];
