import { listPhrases } from "../../model/list-phrases.ts";
import { GrowingInts } from "../tables/growing-ints.ts";
import { isUnspaced } from "./analyse-text.ts";

/** Letters that carry no mark to take off and that people write with others, and letters that look different at an end. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
	listPhrases("ß ss, æ ae, œ oe, ø o, ł l, đ d, ð d, þ th, ħ h, ı i, ς σ, ך כ, ם מ, ן נ, ף פ, ץ צ").map(
		(pair) => pair.split(" ") as [letter: string, plain: string],
	),
);
const SPECIAL = new RegExp(`[${[...PLAIN_LETTERS.keys()].join("")}]`, "g");
const LETTERS = /^\p{L}+$/u;
const BEYOND_LATIN = /[\u0e00-\uffff]/;

/** Words of so many letters are looked for, and can be meant. */
const SHORTEST_MEANT = 4;
const LONGEST_MEANT = 40;

/** A folded word as it is compared: "straße" and "strasse" are one. */
export const spellPlainly = (word: string): string =>
	word.replace(SPECIAL, (letter) => PLAIN_LETTERS.get(letter) ?? letter);

/** Letters alone: of a number every other spelling is another one, and of a script without spaces nobody knows where a word ends. */
export const isSpelt = (word: string): boolean =>
	LETTERS.test(word) && !(BEYOND_LATIN.test(word) && isUnspaced(word));

/** One bit for each letter that a word holds; a few letters share one. */
function listLetters(word: string): number {
	let letters = 0;
	for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
	return letters;
}

export function countBits(bits: number): number {
	let rest = bits - ((bits >>> 1) & 0x55555555);
	rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
	return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Words by their length and the letters they hold, to find those a few steps away from a slip. Every step changes at most
 * two of the letters that a word holds, so that nearly all words are passed over by one look at a number.
 */
export class SpellingTable {
	/** Length → word, letters, word, letters. */
	readonly #byLength: (GrowingInts | undefined)[] = [];
	readonly #wordOf: (word: number) => string;

	constructor(wordOf: (word: number) => string) {
		this.#wordOf = wordOf;
	}

	add(word: number): void {
		const text = this.#wordOf(word);
		if (text.length < SHORTEST_MEANT || text.length > LONGEST_MEANT || !isSpelt(text)) return;
		const plain = spellPlainly(text);
		let row = this.#byLength[plain.length];
		if (row === undefined) {
			row = new GrowingInts();
			this.#byLength[plain.length] = row;
		}
		row.pushPair(word, listLetters(plain));
	}

	/** The words at most `most` steps away from a word that is spelt plainly, of readable documents or not. */
	near(plain: string, most: number): readonly { readonly word: number; readonly edits: number }[] {
		const letters = listLetters(plain);
		const found: { readonly word: number; readonly edits: number }[] = [];
		for (let length = plain.length - most; length <= plain.length + most; length += 1) {
			const row = this.#byLength[length];
			if (row === undefined) continue;
			const { values } = row;
			for (let index = 0; index < row.length; index += 2) {
				if (countBits((values[index + 1] as number) ^ letters) > 2 * most) continue;
				const word = values[index] as number;
				const edits = countEdits(plain, spellPlainly(this.#wordOf(word)), most);
				if (edits <= most) found.push({ word, edits });
			}
		}
		return found;
	}
}

/** Steps between two words: a letter more, less or other, or two neighbours swapped; more than `most` when it is more. */
export function countEdits(from: string, to: string, most: number): number {
	let start = 0;
	let [fromEnd, toEnd] = [from.length, to.length];
	while (start < fromEnd && start < toEnd && from[start] === to[start]) start += 1;
	while (fromEnd > start && toEnd > start && from[fromEnd - 1] === to[toEnd - 1]) {
		fromEnd -= 1;
		toEnd -= 1;
	}
	const width = toEnd - start;
	let beforeLast: number[] = [];
	let last = Array.from({ length: width + 1 }, (_, column) => column);
	for (let row = 1; row <= fromEnd - start; row += 1) {
		const current = [row];
		let smallest = row;
		for (let column = 1; column <= width; column += 1) {
			const [a, b] = [from[start + row - 1], to[start + column - 1]];
			let edits = Math.min(
				(last[column] as number) + 1,
				(current[column - 1] as number) + 1,
				(last[column - 1] as number) + (a === b ? 0 : 1),
			);
			const isSwapped = row > 1 && column > 1 && a === to[start + column - 2] && from[start + row - 2] === b;
			if (isSwapped) edits = Math.min(edits, (beforeLast[column - 2] as number) + 1);
			current.push(edits);
			smallest = Math.min(smallest, edits);
		}
		if (smallest > most) return most + 1;
		beforeLast = last;
		last = current;
	}
	return last[width] as number;
}
