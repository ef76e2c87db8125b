const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;

/** Inline code opens with a run of backticks and ends at the next run of the same length; a run without a partner is text. */
function blankSpans(line: string): string {
	const runs = [...line.matchAll(/`+/g)].map((match) => ({ start: match.index, length: match[0].length }));
	// Partners are looked up by length: searching ahead from every run takes minutes on a line made of backticks.
	const waiting = Map.groupBy(runs, (run) => run.length);
	let blanked = "";
	let done = 0;
	for (const run of runs) {
		const alike = waiting.get(run.length) ?? [];
		while (alike[0] !== undefined && alike[0].start <= run.start) alike.shift();
		const partner = alike[0];
		if (run.start < done || partner === undefined) continue;
		const end = partner.start + partner.length;
		blanked += line.slice(done, run.start) + " ".repeat(end - run.start);
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
			if (closing?.[0] === fence[0] && closing.length >= fence.length) fence = null;
			return " ".repeat(line.length);
		}
		fence = FENCE.exec(line)?.[1] ?? null;
		if (fence !== null) return " ".repeat(line.length);
		return line.includes("`") ? blankSpans(line) : line;
	});
	return lines.join("\n");
}
