import { crc32 } from "node:zlib";

const RUN = 5;
const MARKS = 64;
const FEWEST_WORDS = 30;
const WORD = /[\p{L}\p{N}]+/gu;
/** Then all but the smallest are dropped: a book has a hundred thousand. */
const MOST_HASHES = 4_096;

/** Two texts share as many marks as they share runs of five words. Undefined for one too short to tell a copy from chance. */
export function sketchText(text: string): readonly number[] | undefined {
	let words = 0;
	const run: string[] = [];
	let hashes = new Set<number>();
	for (const [word] of text.toLowerCase().matchAll(WORD)) {
		words += 1;
		run.push(word);
		if (run.length < RUN) continue;
		hashes.add(crc32(run.join(" ")));
		run.shift();
		if (hashes.size > MOST_HASHES) hashes = new Set(keepSmallest(hashes));
	}
	return words < FEWEST_WORDS ? undefined : keepSmallest(hashes);
}

const keepSmallest = (hashes: ReadonlySet<number>): readonly number[] =>
	[...hashes].sort((a, b) => a - b).slice(0, MARKS);

/** The share of runs that two texts have in common, from their sketches. */
export function likeness(one: readonly number[], other: readonly number[]): number {
	const union = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, MARKS);
	const [first, second] = [new Set(one), new Set(other)];
	return union.filter((mark) => first.has(mark) && second.has(mark)).length / Math.max(union.length, 1);
}
