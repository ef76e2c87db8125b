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

/**
 * Text from the workspace behind a mark on each of its lines. Cheaper than fences where many short pieces stand below
 * each other, and no piece can end it: every line that a reader could take for one has the mark.
 */
export const quoteText = (text: string): string =>
	text
		.split(LINE_ENDS)
		.map((line) => `> ${line}`.trimEnd())
		.join("\n")
		.concat("\n");
