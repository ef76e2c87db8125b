import { replaceEach } from "../../../model/replace-each.ts";
import type { PdfLine, PdfPage } from "./pdf-lines.ts";

export interface Paragraph {
	readonly text: string;
	/** Of a heading, from 1; 0 of all else. */
	readonly level: number;
	readonly isItem: boolean;
}

interface OpenParagraph {
	text: string;
	readonly size: number;
	readonly isItem: boolean;
}

/** Letters so much larger than those of the text are a heading. */
const HEADING = 1.15;
const LONGEST_HEADING = 200;
const MOST_LEVELS = 3;
/** A gap so much larger than the usual one ends a paragraph. */
const WIDE_GAP = 1.3;
/** A first line that is set in by so many letters begins one. */
const INDENT = 0.8;
const BULLET = /^[•◦▪‣●○∙·–—*-]\s+(?=\S)/;
const SENTENCE_END = /[.!?:;]["'”’)\]]*$/;
/** What leads the eye to a page number. */
const LEADER = /(?:\s?\.){5,}\s?/g;
const HYPHEN = /(?<=\p{L})[-\u2010\u00ad]$/u;
/** A running head repeats on so many pages, digits aside. */
const LONGEST_HEAD = 200;
const LONGEST_WORD = 60;
const WORDS = /\p{L}+/gu;
const REPEATED = 0.5;
const LEAST_PAGES = 4;

const ruleOf = ({ text }: PdfLine): string => replaceEach(text.slice(0, LONGEST_HEAD), /\d+/g, "#");

/** Returns the pages without the lines at top and bottom that most of them share, and how many those were. */
function dropRunningHeads(pages: readonly PdfPage[]): {
	readonly pages: readonly PdfPage[];
	readonly repeated: number;
} {
	const filled = pages.filter((lines) => lines.length > 0);
	if (filled.length < LEAST_PAGES) return { pages, repeated: 0 };
	const counts = new Map<string, number>();
	const edges = (lines: PdfPage): readonly PdfLine[] => [
		...new Set([...lines.slice(0, 1), ...lines.slice(-1)]),
	];
	for (const lines of filled)
		for (const rule of new Set(edges(lines).map(ruleOf))) counts.set(rule, (counts.get(rule) ?? 0) + 1);
	const isHead = (line: PdfLine): boolean => (counts.get(ruleOf(line)) ?? 0) > REPEATED * filled.length;
	let repeated = 0;
	const kept = pages.map((lines, at) => {
		// Where a document begins, its title may be what runs along on the other pages.
		const heads = new Set(edges(at === 0 ? lines.slice(1) : lines).filter(isHead));
		repeated += heads.size;
		return lines.filter((line) => !heads.has(line));
	});
	return { pages: kept, repeated };
}

/** The value that the most letters have. */
function commonest(counts: ReadonlyMap<number, number>): number {
	let [best, most] = [0, 0];
	for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
	return best;
}

function countBy(
	pages: readonly PdfPage[],
	measure: (line: PdfLine, before: PdfLine) => number | undefined,
): ReadonlyMap<number, number> {
	const counts = new Map<number, number>();
	for (const lines of pages)
		for (const [at, line] of lines.entries()) {
			const value = measure(line, lines[at - 1] ?? line);
			if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + line.text.length);
		}
	return counts;
}

/** Puts lines together to paragraphs, across pages and columns too, and words that were divided at the end of a line. */
export function joinParagraphs(given: readonly PdfPage[]): {
	readonly paragraphs: readonly Paragraph[];
	readonly repeated: number;
} {
	const { pages, repeated } = dropRunningHeads(given);
	const bodySize = commonest(countBy(pages, ({ size }) => size));
	const gap = commonest(
		countBy(pages, (line, { size, y }) =>
			line.size === bodySize && size === bodySize && y > line.y ? Math.round(y - line.y) : undefined,
		),
	);
	const words = new Set(
		pages.flatMap((lines) => lines.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}-]+/gu) ?? [])),
	);
	const opened: OpenParagraph[] = [];
	let before: PdfLine | undefined;
	for (const lines of pages) {
		let isTop = true;
		for (const line of lines) {
			const open = opened.at(-1);
			if (open && before && !startsParagraph({ line, before, open, isTop, gap }))
				joinLine(open, line.text, words);
			else {
				const isItem = BULLET.test(line.text);
				opened.push({ text: isItem ? line.text.replace(BULLET, "") : line.text, size: line.size, isItem });
			}
			before = line;
			isTop = false;
		}
	}
	return { paragraphs: findHeadings(opened, bodySize), repeated };
}

function startsParagraph(input: {
	readonly line: PdfLine;
	readonly before: PdfLine;
	readonly open: OpenParagraph;
	readonly isTop: boolean;
	readonly gap: number;
}): boolean {
	const { line, before, open, isTop, gap } = input;
	if (BULLET.test(line.text) || Math.abs(line.size - before.size) > 0.1 * before.size) return true;
	const fall = before.y - line.y;
	// On the next page or in the next column a sentence that was not at its end goes on.
	if (isTop || fall < 0) return SENTENCE_END.test(before.text) || !/^[\p{Ll}\p{N}(]/u.test(line.text);
	const usual = Math.max(gap, line.size);
	if (fall > WIDE_GAP * usual) return true;
	return !open.isItem && line.x > before.x + INDENT * line.size && SENTENCE_END.test(before.text);
}

function joinLine(open: OpenParagraph, text: string, words: ReadonlySet<string>): void {
	if (!HYPHEN.test(open.text) || !/^\p{Ll}/u.test(text)) {
		open.text += ` ${text}`;
		return;
	}
	const [start = ""] = open.text.slice(-LONGEST_WORD, -1).match(WORDS)?.slice(-1) ?? [];
	const [end = ""] = text.slice(0, LONGEST_WORD).match(WORDS) ?? [];
	const divided = `${start}-${end}`.toLowerCase();
	// "well-" and "known" are two words with a hyphen only where the text says so elsewhere.
	const keepsHyphen = words.has(divided) && !words.has(divided.replace("-", ""));
	open.text = (keepsHyphen ? open.text : open.text.slice(0, -1)) + text;
}

/** The largest letters are the first level; a text in large letters throughout has none. */
function findHeadings(opened: readonly OpenParagraph[], bodySize: number): readonly Paragraph[] {
	const isLarge = ({ size, text, isItem }: OpenParagraph): boolean =>
		size >= HEADING * bodySize && text.length <= LONGEST_HEADING && !isItem && /\p{L}/u.test(text);
	const sizes = [...new Set(opened.filter(isLarge).map(({ size }) => size))].sort((a, b) => b - a);
	return opened.map((paragraph) => ({
		text: replaceEach(paragraph.text, LEADER, " … "),
		isItem: paragraph.isItem,
		level: isLarge(paragraph) ? Math.min(sizes.indexOf(paragraph.size) + 1, MOST_LEVELS) : 0,
	}));
}
