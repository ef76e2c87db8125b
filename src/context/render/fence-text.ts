import { cutText } from "../../graph/model/cut-text.ts";
import type { Json } from "../../graph/model/json.ts";
import { LINE_ENDS, WHITE_SPACE } from "../../graph/model/line-ends.ts";
import { replaceEach } from "../../graph/model/replace-each.ts";

const NEWLINE = 10;
const SHORTEST_FENCE = 3;

/**
 * Text from the workspace, between fences that it cannot close: the fence is longer than any run of backticks in
 * the text. A heading or marker inside is then data, never structure.
 */
export function fenceText(text: string): string {
	let length = SHORTEST_FENCE;
	for (const [run] of text.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
	const fence = "`".repeat(length);
	return `${fence}\n${dropLastNewlines(text)}\n${fence}\n`;
}

/** By hand: a pattern that looks for newlines before the end is tried again from each of a thousand in the middle. */
function dropLastNewlines(text: string): string {
	let end = text.length;
	while (text.charCodeAt(end - 1) === NEWLINE) end -= 1;
	return text.slice(0, end);
}

/** A title or value on one line: a line break in it would start a line of our own format. */
export const inOneLine = (text: string): string => replaceEach(text, WHITE_SPACE, " ").trim();

const EACH_LINE_END = new RegExp(LINE_ENDS, "g");
/** Lists of more lines than this are kept apart by the engine and cost twice as much for each of them. */
const MOST_LINES = 8_192;

/**
 * Prints text from the workspace with a mark on each of its lines. It costs fewer tokens than fences for many short
 * pieces in a row, and no piece can end it: every line that a reader could take for an end has the mark.
 */
export function quoteText(text: string): string {
	const parts: string[] = [];
	let lines: string[] = [];
	let start = 0;
	const add = (end: number): void => {
		lines.push(`> ${text.slice(start, end)}`.trimEnd());
		if (lines.length < MOST_LINES) return;
		parts.push(lines.join("\n"));
		lines = [];
	};
	for (const { 0: lineEnd, index } of text.matchAll(EACH_LINE_END)) {
		add(index);
		start = index + lineEnd.length;
	}
	add(text.length);
	if (lines.length > 0) parts.push(lines.join("\n"));
	return `${parts.join("\n")}\n`;
}

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}/;

const shortenTime = (text: string): string => ISO_TIME.exec(text)?.[1] ?? text;

/** A value on one line: dates as YYYY-MM-DD, lists with commas, the rest as JSON. */
export function formatValue(value: Json): string {
	if (typeof value === "string") return inOneLine(shortenTime(value));
	if (Array.isArray(value)) return value.map(formatValue).join(", ");
	return inOneLine(JSON.stringify(value));
}

/** White space that falls together takes room: so much of a text is read for what is shown of it. */
const LOOK = 4;

/** Cut at a word where there is one near, and marked as cut. What lies far beyond is not read: it may be a book. */
export function clipText(text: string, longest: number): string {
	const beginning = inOneLine(text.slice(0, longest * LOOK));
	const flat = beginning.length > longest ? beginning : inOneLine(text);
	return cutText(flat, longest);
}

/** A value on one line, cut like a text. */
export const clipValue = (value: Json, longest: number): string =>
	clipText(typeof value === "string" ? shortenTime(value) : formatValue(value), longest);
