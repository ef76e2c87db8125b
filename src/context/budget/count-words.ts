import { addToHash, NO_HASH, WordMemo } from "./word-memo.ts";

const SPACE = 32;
const NEWLINE = 10;
const SLASH = 47;
const APOSTROPHE = 39;

/** What a character is to the families' rules, as far as they agree on it. */
const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const MARK = 3;

const SORTS = Uint8Array.from({ length: 127 }, (_, code) => {
	const character = String.fromCharCode(code);
	if (/[a-z]/i.test(character)) return LETTER;
	if (/\d/.test(character)) return DIGIT;
	return code > SPACE ? MARK : OTHER;
});

const sortOf = (code: number): number => (code < SORTS.length ? (SORTS[code] as number) : OTHER);

/**
 * Whether every family starts a new token where a character stands before another sort: where letters, digits and marks
 * meet, but marks take the letters behind them along, and letters an apostrophe.
 */
const isSeamBetween = (before: number, sort: number, code: number): boolean =>
	sort === MARK ? code !== APOSTROPHE : sort === DIGIT || before === DIGIT;

/**
 * Counts a text word by word. Texts differ, their words hardly do, so that most of a text nobody has seen before is
 * known already. Nothing is told of a text with a run that no seam interrupts for longer than `longest`.
 */
export function makeWordCounter(count: (text: string) => number, longest: number) {
	const memo = new WordMemo();
	const countNew = (word: string, hash: number): number => {
		const tokens = count(word);
		memo.add(word, hash, tokens);
		return tokens;
	};
	return (text: string): number | undefined => {
		let total = 0;
		let start = 0;
		let hash = NO_HASH;
		let codeBefore = 0;
		let sortBefore = OTHER;
		let sortBeforeThat = OTHER;
		for (let index = 0; index < text.length; index += 1) {
			const code = text.charCodeAt(index);
			const sort = sortOf(code);
			let isSeam = false;
			// At the space before a word, and behind a single line break: of several, the older families tie the last one to
			// what follows.
			if (code === SPACE) isSeam = sortOf(text.charCodeAt(index + 1)) !== OTHER;
			else if (sort === OTHER || sort === sortBefore) isSeam = false;
			else if (sortBefore !== OTHER) isSeam = isSeamBetween(sortBefore, sort, code);
			else isSeam = codeBefore === NEWLINE && code !== SLASH && sortBeforeThat !== OTHER;
			if (isSeam && index > 0) {
				if (index - start > longest) return undefined;
				total += memo.find(text, start, index, hash) ?? countNew(text.slice(start, index), hash);
				start = index;
				hash = NO_HASH;
			}
			hash = addToHash(hash, code);
			codeBefore = code;
			sortBeforeThat = sortBefore;
			sortBefore = sort;
		}
		if (text.length - start > longest) return undefined;
		if (start === text.length) return total;
		return total + (memo.find(text, start, text.length, hash) ?? countNew(text.slice(start), hash));
	};
}
