import { crc32 } from "node:zlib";

const RUN = 5;
const MARKS = 64;
const FEWEST_WORDS = 30;

/**
 * A text as the smallest hashes of its runs of five words: two texts share as many of them as they share runs, so that a
 * few numbers stand for pages. Nothing for a text too short to tell a copy from a coincidence.
 */
export function sketchText(text: string): readonly number[] | undefined {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	if (words.length < FEWEST_WORDS) return undefined;
	const hashes = new Set<number>();
	for (let at = 0; at + RUN <= words.length; at += 1) hashes.add(crc32(words.slice(at, at + RUN).join(" ")));
	return [...hashes].sort((a, b) => a - b).slice(0, MARKS);
}

/** The share of runs that two texts have in common, from their sketches. */
export function likeness(one: readonly number[], other: readonly number[]): number {
	const union = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, MARKS);
	const [first, second] = [new Set(one), new Set(other)];
	return union.filter((mark) => first.has(mark) && second.has(mark)).length / Math.max(union.length, 1);
}
