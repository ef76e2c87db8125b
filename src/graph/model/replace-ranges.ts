/** A part of a text, and what takes its place. */
export interface Replacement {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** A text with these parts replaced, whatever order they come in. One that begins inside another is left as it is. */
export function replaceRanges(source: string, replacements: readonly Replacement[]): string {
	const pieces: string[] = [];
	let done = 0;
	for (const { start, end, text } of [...replacements].sort((a, b) => a.start - b.start)) {
		if (start < done) continue;
		pieces.push(source.slice(done, start), text);
		done = end;
	}
	return pieces.join("") + source.slice(done);
}
