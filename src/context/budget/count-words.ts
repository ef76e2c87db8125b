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
 * Whether every family starts a new token here, whatever stands around: at the space before a word, where letters,
 * digits and marks meet (but marks take the letters behind them along, and letters an apostrophe), and behind a single
 * line break. Of several line breaks the older families tie the last one to what follows.
 */
function isSeam(text: string, index: number, code: number): boolean {
	if (code === SPACE) return sortOf(text.charCodeAt(index + 1)) !== OTHER;
	const sort = sortOf(code);
	if (sort === OTHER) return false;
	const codeBefore = text.charCodeAt(index - 1);
	const before = sortOf(codeBefore);
	if (before === OTHER) {
		return codeBefore === NEWLINE && code !== SLASH && sortOf(text.charCodeAt(index - 2)) !== OTHER;
	}
	if (before === sort) return false;
	return sort === MARK ? code !== APOSTROPHE : sort === DIGIT || before === DIGIT;
}

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
		for (let index = 0; index < text.length; index += 1) {
			const code = text.charCodeAt(index);
			if (index > 0 && isSeam(text, index, code)) {
				if (index - start > longest) return undefined;
				total += memo.find(text, start, index, hash) ?? countNew(text.slice(start, index), hash);
				start = index;
				hash = NO_HASH;
			}
			hash = addToHash(hash, code);
		}
		if (text.length - start > longest) return undefined;
		if (start === text.length) return total;
		return total + (memo.find(text, start, text.length, hash) ?? countNew(text.slice(start), hash));
	};
}
