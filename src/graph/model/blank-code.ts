/** Also inside a quote or a list item. The words after an opening fence may not hold its own mark. */
const OPENING_FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:(`{3,})[^`]*|(~{3,}).*)$/;
const CLOSING_FENCE = /^[ \t>]*(`{3,}|~{3,})[ \t\r]*$/;
const BLANK_LINE = /^[ \t>\r]*$/;
const BEYOND_ONE_BYTE = /[^\0-\xff]/;
const BACKTICK = 0x60;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const SPACE = 0x20;

/** Places of a text that are blanked out, from start to end, in order. As numbers: a megabyte may have half a million. */
type Ranges = number[];

/**
 * Adds the code between equal runs of backticks. Each run looks up the next one of its length; searching for it in the
 * text would take hours for a megabyte of backticks. No character is read before the first or behind the last one: the
 * engine throws away compiled code that does so and compiles it again for every text.
 */
function addInlineCode(paragraph: string, offset: number, ranges: Ranges): void {
	const starts: number[] = [];
	const ends: number[] = [];
	for (let at = paragraph.indexOf("`"); at >= 0; at = paragraph.indexOf("`", at)) {
		starts.push(at);
		while (at < paragraph.length && paragraph.charCodeAt(at) === BACKTICK) at += 1;
		ends.push(at);
	}
	const count = starts.length;
	// A backslash takes the first backtick out of an opening run; inside code it is only a backslash.
	const openingAt = (index: number): number => {
		const start = starts[index] as number;
		return start > 0 && paragraph.charCodeAt(start - 1) === BACKSLASH ? start + 1 : start;
	};
	const nextOfLength = new Map<number, number>();
	/** The run that closes each, or 0: no run is closed by the first. */
	const closing = new Uint32Array(count);
	for (let index = count - 1; index >= 0; index -= 1) {
		const end = ends[index] as number;
		closing[index] = nextOfLength.get(end - openingAt(index)) ?? 0;
		nextOfLength.set(end - (starts[index] as number), index);
	}
	for (let index = 0; index < count; index += 1) {
		const close = closing[index] as number;
		if (close === 0) continue;
		ranges.push(offset + openingAt(index), offset + (ends[close] as number));
		index = close;
	}
}

let last = { source: "", blanked: "" };

/**
 * Blanks out fenced blocks and inline code, keeping every offset: what looks like a link, a mention or a tag in code is code.
 * Links, mentions and tags are looked for one after the other in the same text, so the last one is kept.
 */
export function blankCode(source: string): string {
	if (!source.includes("`") && !source.includes("~~~")) return source;
	if (source !== last.source) last = { source, blanked: blankRanges(source, listCode(source)) };
	return last.blanked;
}

function listCode(source: string): Ranges {
	const ranges: Ranges = [];
	let paragraph = -1;
	let fence: string | null = null;
	for (let start = 0, end = 0; start <= source.length; start = end + 1) {
		const newline = source.indexOf("\n", start);
		end = newline < 0 ? source.length : newline;
		const line = source.slice(start, end);
		if (fence !== null) {
			const mark: string | undefined = CLOSING_FENCE.exec(line)?.[1];
			ranges.push(start, end);
			if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = null;
			continue;
		}
		const opening = OPENING_FENCE.exec(line);
		if (opening === null && !BLANK_LINE.test(line)) {
			if (paragraph < 0) paragraph = start;
			continue;
		}
		if (paragraph >= 0) addInlineCode(source.slice(paragraph, start), paragraph, ranges);
		paragraph = -1;
		ranges.push(start, end);
		fence = opening?.[1] ?? opening?.[2] ?? null;
	}
	if (paragraph >= 0) addInlineCode(source.slice(paragraph), paragraph, ranges);
	return ranges;
}

/** In one buffer: put together from parts, a text with many pieces of code takes many times its length. */
function blankRanges(source: string, ranges: Ranges): string {
	const isWide = BEYOND_ONE_BYTE.test(source);
	const encoding = isWide ? "utf16le" : "latin1";
	const bytes = Buffer.from(source, encoding);
	const units = isWide ? new Uint16Array(bytes.buffer, bytes.byteOffset, source.length) : bytes;
	for (let index = 0; index < ranges.length; index += 2) {
		const end = ranges[index + 1] as number;
		for (let at = ranges[index] as number; at < end; at += 1) if (units[at] !== NEWLINE) units[at] = SPACE;
	}
	return bytes.toString(encoding);
}
