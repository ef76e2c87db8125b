/** Also inside a quote or a list item. The words after an opening fence may not hold its own mark. */
const OPENING_FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:(`{3,})[^`]*|(~{3,}).*)$/;
const CLOSING_FENCE = /^[ \t>]*(`{3,}|~{3,})[ \t\r]*$/;
const BLANK_LINE = /^[ \t>\r]*$/;

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/**
 * Blanks out code between equal runs of backticks, keeping every offset. Each run looks up the next one of its length;
 * searching for it in the text would take hours for a megabyte of backticks.
 */
function blankInlineCode(paragraph: string): string {
	const runs = [...paragraph.matchAll(/`+/g)].map((match) => {
		// A backslash takes the first backtick out of an opening run; inside code it is only a backslash.
		const start = match.index + (paragraph[match.index - 1] === "\\" ? 1 : 0);
		const end = match.index + match[0].length;
		return { start, end, opens: end - start, closes: match[0].length };
	});
	const nextOfLength = new Map<number, number>();
	const closing = new Map<number, number | undefined>();
	for (const [index, run] of [...runs.entries()].reverse()) {
		closing.set(index, nextOfLength.get(run.opens));
		nextOfLength.set(run.closes, index);
	}
	let result = "";
	let done = 0;
	for (let index = 0; index < runs.length; index += 1) {
		const close = closing.get(index) ?? index;
		const first = runs[index];
		const last = runs[close];
		if (close === index || first === undefined || last === undefined) continue;
		result += paragraph.slice(done, first.start) + blank(paragraph.slice(first.start, last.end));
		done = last.end;
		index = close;
	}
	return result + paragraph.slice(done);
}

let last = { source: "", blanked: "" };

/**
 * Blanks out fenced blocks and inline code, keeping every offset: what looks like a link, a mention or a tag in code is code.
 * Links, mentions and tags are looked for one after the other in the same text, so the last one is kept.
 */
export function blankCode(source: string): string {
	if (!source.includes("`") && !source.includes("~~~")) return source;
	if (source !== last.source) last = { source, blanked: blankBlocks(source) };
	return last.blanked;
}

function blankBlocks(source: string): string {
	const parts: string[] = [];
	let paragraph: string[] = [];
	let fence: string | null = null;
	const endParagraph = (): void => {
		if (paragraph.length > 0) parts.push(blankInlineCode(paragraph.join("\n")));
		paragraph = [];
	};
	for (const line of source.split("\n")) {
		if (fence !== null) {
			const mark: string | undefined = CLOSING_FENCE.exec(line)?.[1];
			parts.push(blank(line));
			if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = null;
			continue;
		}
		const opening = OPENING_FENCE.exec(line);
		if (opening === null && !BLANK_LINE.test(line)) {
			paragraph.push(line);
			continue;
		}
		endParagraph();
		parts.push(blank(line));
		fence = opening?.[1] ?? opening?.[2] ?? null;
	}
	endParagraph();
	return parts.join("\n");
}
