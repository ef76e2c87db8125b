const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;

/** Inline code opens with a run of backticks and ends at the next run of the same length; a run without a partner is text. */
function blankSpans(line: string): string {
	const runs = [...line.matchAll(/`+/g)].map((match) => ({ start: match.index, length: match[0].length }));
	// Found from the back, by length: searching ahead from every run takes minutes on a line made of backticks.
	const nearest = new Map<number, number>();
	const ends = runs
		.toReversed()
		.map(({ start, length }) => {
			const end = nearest.get(length);
			nearest.set(length, start + length);
			return end;
		})
		.toReversed();
	let blanked = "";
	let done = 0;
	for (const [index, { start }] of runs.entries()) {
		const end = ends[index];
		if (start < done || end === undefined) continue;
		blanked += line.slice(done, start) + " ".repeat(end - start);
		done = end;
	}
	return blanked + line.slice(done);
}

/** Blanks out fenced blocks and inline code, keeping every offset: what looks like a link or tag in code is code. */
export function blankCode(source: string): string {
	let fence: string | null = null;
	const lines = source.split("\n").map((line) => {
		if (fence !== null) {
			const closing = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
			if (closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length) fence = null;
			return " ".repeat(line.length);
		}
		fence = FENCE.exec(line)?.[1] ?? null;
		if (fence !== null) return " ".repeat(line.length);
		return line.includes("`") ? blankSpans(line) : line;
	});
	return lines.join("\n");
}
