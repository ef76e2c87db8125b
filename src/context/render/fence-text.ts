/**
 * Text from the workspace, between fences that it cannot close: the fence is longer than any run of backticks in
 * the text. A heading or marker inside is then data, never structure.
 */
export function fenceText(text: string): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}\n${text.replace(/\n+$/, "")}\n${fence}\n`;
}

/** A title or value on one line: a line break in it would start a line of our own format. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

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
