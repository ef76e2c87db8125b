import type { Steps } from "../../graph/model/run-steps.ts";
import { addToHash, NO_HASH, WordMemo } from "./word-memo.ts";

const SPACE = 32;
const NEWLINE = 10;
const SLASH = 47;
const APOSTROPHE = 39;
/** New words that are counted within a few milliseconds, however long they are. */
const NEW_AT_ONCE = 16;

/** Classes of characters, as far as the rules of the tokenizer families agree on them. */
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
 * Whether every family starts a new token between two classes of characters: where letters, digits and marks meet,
 * except that marks take the following letters along, and letters an apostrophe.
 */
const isSeamBetween = (before: number, sort: number, code: number): boolean =>
	sort === MARK ? code !== APOSTROPHE : sort === DIGIT || before === DIGIT;

/**
 * Counts a text word by word. Texts differ but their words repeat, so most of a new text is already counted. Returns
 * nothing for a text with a run longer than `longest` without a seam.
 */
export function makeWordCounter(count: (text: string) => number, longest: number) {
	const memo = new WordMemo();
	const countNew = (word: string, hash: number): number => {
		const tokens = count(word);
		memo.add(word, hash, tokens);
		return tokens;
	};
	let stoppedAt = 0;
	/** Counts from the start of the text or from a seam, up to its end or to the seam behind so many new words. */
	const countFrom = (text: string, from: number, mostNew: number): number | undefined => {
		let total = 0;
		let fresh = 0;
		let start = from;
		let hash = NO_HASH;
		let codeBefore = 0;
		let sortBefore = OTHER;
		let sortBeforeThat = OTHER;
		for (let index = from; index < text.length; index += 1) {
			const code = text.charCodeAt(index);
			const sort = sortOf(code);
			let isSeam = false;
			// At the space before a word, and behind a single line break: of several, the older families tie the last one to
			// what follows.
			if (code === SPACE) isSeam = sortOf(text.charCodeAt(index + 1)) !== OTHER;
			else if (sort === OTHER || sort === sortBefore) isSeam = false;
			else if (sortBefore !== OTHER) isSeam = isSeamBetween(sortBefore, sort, code);
			else isSeam = codeBefore === NEWLINE && code !== SLASH && sortBeforeThat !== OTHER;
			if (isSeam && index > from) {
				if (index - start > longest) return undefined;
				const known = memo.find(text, start, index, hash);
				if (known === undefined) {
					total += countNew(text.slice(start, index), hash);
					fresh += 1;
					if (fresh === mostNew) {
						stoppedAt = index;
						return total;
					}
				} else total += known;
				start = index;
				hash = NO_HASH;
			}
			hash = addToHash(hash, code);
			codeBefore = code;
			sortBeforeThat = sortBefore;
			sortBefore = sort;
		}
		if (text.length - start > longest) return undefined;
		stoppedAt = text.length;
		if (start === text.length) return total;
		return total + (memo.find(text, start, text.length, hash) ?? countNew(text.slice(start), hash));
	};

	/** The same count, with a stop after every few new words. */
	function* countInSteps(text: string): Steps<number | undefined> {
		let total = 0;
		for (let from = 0; from < text.length; ) {
			const part = countFrom(text, from, NEW_AT_ONCE);
			if (part === undefined) return undefined;
			total += part;
			from = stoppedAt;
			yield;
		}
		return total;
	}

	return { count: (text: string): number | undefined => countFrom(text, 0, Infinity), countInSteps };
}
