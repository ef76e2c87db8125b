/** A run of a text that is embedded as one. */
export interface PassageRange {
	readonly start: number;
	readonly end: number;
}

/** About 220 tokens of prose, so that a passage and its title stay below what small models read. */
const LONGEST_PASSAGE = 1_000;
const MOST_PASSAGES = 256;

/** From the best place to cut to the worst; each is tried within reach of the place aimed at. */
const SEAMS: readonly RegExp[] = [/\n\s*\n/g, /\n/g, /[.!?…。！？]["')\]]*\s/g, /\s/g];

/** Where to cut close to `aim`, after `start`: at the best seam nearby, and else right there, but inside no character. */
function findSeam(text: string, start: number, aim: number): number {
	const reach = Math.floor((aim - start) / 3);
	const from = aim - reach;
	const nearby = text.slice(from, aim);
	for (const seam of SEAMS) {
		let last = -1;
		for (const match of nearby.matchAll(seam)) last = from + match.index + match[0].length;
		if (last > start) return last;
	}
	return /[\uD800-\uDBFF]/.test(text[aim - 1] ?? "") ? aim - 1 : aim;
}

/**
 * Cuts a text into passages of about equal length, at paragraphs, lines or sentences. Equal, because a short rest
 * would be embedded with almost nothing to go by.
 */
export function cutPassages(text: string): readonly PassageRange[] {
	const passages: PassageRange[] = [];
	let start = 0;
	while (start < text.length && passages.length < MOST_PASSAGES) {
		const left = Math.ceil((text.length - start) / LONGEST_PASSAGE);
		const aim =
			start + Math.min(LONGEST_PASSAGE, Math.ceil((text.length - start) / left) + LONGEST_PASSAGE / 10);
		const end = left === 1 || aim >= text.length ? text.length : findSeam(text, start, aim);
		if (text.slice(start, end).trim() !== "") passages.push({ start, end });
		start = end;
	}
	return passages;
}
