import { replaceEach } from "./replace-each.ts";

/**
 * The text that remains of each mark of Markdown when only the words are wanted. No part between two brackets may hold
 * the opening one: from each bracket of a long run the rest of the line would be read again. A line ends where `^` sees
 * one begin.
 */
const MARKS: readonly (readonly [mark: RegExp, leaves: string])[] = [
	[/^[ \t]*(?:`{3,}|~{3,}).*$/gm, ""],
	[/^[ \t]{0,3}#{1,6}[ \t]+/gm, ""],
	[/^[ \t]*(?:>[ \t]?)+/gm, ""],
	[/^[ \t]{0,3}(?:[-*_][ \t]*){3,}$/gm, ""],
	[/^(?=.*---)(?=.*\|)[ \t|:-]+$/gm, ""],
	[/!?\[\[([^[\]|\n]{1,300})\|([^[\]\n]{1,300})\]\]/g, "$2"],
	[/!?\[\[([^[\]\n]{1,300})\]\]/g, "$1"],
	[/!?\[([^[\]\n]{0,300})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,2000}\)/g, "$1"],
	[/<\/?[a-z][^<>\n]{0,300}>/gi, ""],
	[/(\*\*|__|~~)(?=\S)([^\n]{1,500}?)\1/g, "$2"],
	[/(?<![\w*])\*(?=\S)([^*\n]{1,500})\*(?![\w*])/g, "$1"],
	[/(?<!\w)_(?=\S)([^_\n]{1,500})_(?!\w)/g, "$1"],
	[/`([^`\n]{1,500})`/g, "$1"],
	[/\n{3,}/g, "\n\n"],
];

/** Markdown as plain text: words, lists and boxes stay, other marks go. */
export function readPlainText(markdown: string): string {
	return MARKS.reduce(
		(text, [mark, leaves]) =>
			leaves.includes("$") ? text.replace(mark, leaves) : replaceEach(text, mark, leaves),
		markdown,
	).trim();
}
