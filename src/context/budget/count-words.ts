import { BoundedMemo } from "./bounded-memo.ts";

const SPACE = 32;
const NEWLINE = 10;
const SLASH = 47;
const LAST_ASCII = 126;
const MEMO_CHARACTERS = 4_000_000;

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isMark = (code: number): boolean => code > SPACE && code <= LAST_ASCII;

/**
 * Whether every family starts a new token here, whatever stands around: before a space and a letter, or behind a single
 * line break. Of several line breaks the older families tie the last one to what follows.
 */
function isSeam(text: string, index: number): boolean {
	const code = text.charCodeAt(index);
	if (code === SPACE) return isLetter(text.charCodeAt(index + 1));
	if (text.charCodeAt(index - 1) !== NEWLINE || code === SLASH) return false;
	return isMark(code) && isMark(text.charCodeAt(index - 2));
}

/**
 * Counts a text word by word. Texts differ, their words hardly do, so that most of a text nobody has seen before is
 * known already. Nothing is told of a text with a run that no seam interrupts for longer than `longest`.
 */
export function makeWordCounter(count: (text: string) => number, longest: number) {
	const memo = new BoundedMemo(count, MEMO_CHARACTERS);
	return (text: string): number | undefined => {
		let total = 0;
		let start = 0;
		for (let index = 1; index <= text.length; index += 1) {
			if (index < text.length && !isSeam(text, index)) continue;
			if (index - start > longest) return undefined;
			total += memo.get(text.slice(start, index));
			start = index;
		}
		return total;
	};
}

/** How many runs seams cut a text into: no family counts fewer tokens. */
export function countRuns(text: string): number {
	let runs = text === "" ? 0 : 1;
	for (let index = 1; index < text.length; index += 1) if (isSeam(text, index)) runs += 1;
	return runs;
}
