import { replaceRanges } from "./replace-ranges.ts";

/**
 * The kind of a run of lines. An `item` is one entry of a list, a `row` one row of a table; both can be cut off from
 * the others of their kind, a paragraph or a piece of code only where it is too long. `aside` is text for tools and not
 * for readers: comments, tables of contents, badges, addresses of links.
 */
export type RunKind = "heading" | "text" | "item" | "row" | "code" | "aside";

export interface Run {
	readonly kind: RunKind;
	readonly start: number;
	end: number;
	/** Of a heading 1 to 6; of an item how far it is indented. */
	readonly level: number;
	readonly title?: string;
	/** For a heading that is an entry of a list, its indentation: it is over its own entries, not over its siblings. */
	readonly listIndent?: number;
}

const FENCE = /^[ \t]{0,12}(?:[-*+][ \t]+)?(`{3,}|~{3,})/;
const HEADING = /^([ \t]*)([-*+][ \t]+)?(#{1,6})[ \t]+(\S.*)$/;
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/;
/** The line below the head of a table. */
const SEPARATOR = /^[ \t|:-]+$/;
/** An entry that only leads to a place in the same text. */
const CONTENTS = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\n]{0,500}\]\(#[^()\s]{0,500}\)[ \t]*$/;
const BADGES = /^[ \t]*(?:\[!\[[^\]\n]{0,300}\]\([^()\s]{0,1000}\)\]\([^()\s]{0,1000}\)[ \t]*){1,40}$/;
/** `[name]: address` says where a link of the text leads; a footnote says more. */
const REFERENCE = /^ {0,3}\[[^\]\n^][^\]\n]{0,300}\]:[ \t]+\S{1,2000}(?:[ \t]+"[^"\n]{0,300}")?[ \t]*$/;
const TAGS_ALONE = /^[ \t]*(?:<\/?[a-z][^<>\n]{0,300}>[ \t]*){1,20}$/i;
const MARKUP = /!?\[([^\]\n]{0,300})\]\([^)\n]{0,1000}\)|<\/?[a-z][^<>\n]{0,300}>|[`*]|\[\[|\]\]/gi;
const LONGEST_TITLE = 200;

const readTitle = (text: string): string =>
	text
		.slice(0, 2 * LONGEST_TITLE)
		.replace(/[ \t]{1,9}#{1,9}$/, "")
		.replace(MARKUP, "$1")
		.trim()
		.slice(0, LONGEST_TITLE);

/** Which mark ends a comment that begins on this line; none where no comment begins, or where text comes after it. */
function findComment(line: string): { readonly end: string; readonly isClosed: boolean } | undefined {
	const text = line.trim();
	const end = text.startsWith("<!--") ? "-->" : text.startsWith("%%") ? "%%" : undefined;
	if (end === undefined) return undefined;
	const closed = text.indexOf(end, 2);
	if (closed >= 0 && closed + end.length < text.length) return undefined;
	return { end, isClosed: closed >= 0 };
}

/** A text without what it holds for its tools. */
export function dropAsides(text: string): string {
	const asides = scanMarkdown(text).filter(({ kind }) => kind === "aside");
	if (asides.length === 0) return text;
	const without = asides.map(({ start, end }) => ({ start, end, text: "" }));
	return replaceRanges(text, without).replace(/\n{3,}/g, "\n\n");
}

/** A text line by line as runs; blank lines belong to none. Takes time in proportion to its length. */
export function scanMarkdown(text: string): readonly Run[] {
	const runs: Run[] = [];
	/** The run that the next line may still belong to. */
	let open: Run | undefined;
	let fence: string | undefined;
	let comment: string | undefined;
	let lines = 0;
	const begin = (kind: RunKind, start: number, end: number, level = 0): void => {
		open = { kind, start, end, level };
		lines = 1;
		runs.push(open);
	};
	const extend = (kind: RunKind, start: number, end: number): void => {
		if (open?.kind === kind) {
			open.end = end;
			lines += 1;
		} else begin(kind, start, end);
	};
	const addHeading = (heading: Omit<Run, "kind"> & { readonly title: string }): void => {
		runs.push({ kind: "heading", ...heading, title: readTitle(heading.title) });
		open = undefined;
	};
	let start = 0;
	while (start < text.length) {
		const newline = text.indexOf("\n", start);
		const next = newline < 0 ? text.length : newline + 1;
		const line = text.slice(start, newline < 0 ? next : newline).trimEnd();
		const end = start + line.length;
		const at = start;
		start = next;
		if (comment !== undefined) {
			extend("aside", at, end);
			if (line.includes(comment)) [comment, open] = [undefined, undefined];
			continue;
		}
		if (fence !== undefined) {
			(open as Run).end = end;
			if (FENCE.exec(line)?.[1]?.startsWith(fence)) [fence, open] = [undefined, undefined];
			continue;
		}
		if (line === "" || line.trim() === "") {
			open = undefined;
			continue;
		}
		const fenced = FENCE.exec(line)?.[1];
		if (fenced !== undefined) {
			fence = fenced;
			begin("code", at, end);
			continue;
		}
		const opened = findComment(line);
		if (opened !== undefined) {
			open = undefined;
			begin("aside", at, end);
			if (!opened.isClosed) comment = opened.end;
			else open = undefined;
			continue;
		}
		if (CONTENTS.test(line) || BADGES.test(line) || REFERENCE.test(line) || TAGS_ALONE.test(line)) {
			extend("aside", at, end);
			continue;
		}
		const heading = HEADING.exec(line);
		if (heading !== null) {
			const [, indent = "", bullet, signs = "", title = ""] = heading;
			const listIndent = bullet !== undefined && { listIndent: indent.length };
			addHeading({ start: at, end, level: signs.length, title, ...listIndent });
			continue;
		}
		if (open?.kind === "text" && lines === 1) {
			const underline = UNDERLINE.exec(line)?.[1];
			if (underline !== undefined) {
				const { start: from, end: to } = runs.pop() as Run;
				addHeading({
					start: from,
					end,
					level: underline.startsWith("=") ? 1 : 2,
					title: text.slice(from, to),
				});
				continue;
			}
		}
		const isRow = line.trimStart().startsWith("|") || (open?.kind === "row" && line.includes("|"));
		if (isRow) {
			begin("row", at, end);
			continue;
		}
		if (
			line.includes("|") &&
			line.includes("--") &&
			SEPARATOR.test(line) &&
			open?.kind === "text" &&
			lines === 1
		) {
			const { start: from, end: to } = runs.pop() as Run;
			begin("row", from, to);
			begin("row", at, end);
			continue;
		}
		const item = ITEM.exec(line);
		if (item !== null) {
			begin("item", at, end, (item[1] as string).length);
			continue;
		}
		if (open?.kind === "item") extend("item", at, end);
		else extend("text", at, end);
	}
	return runs;
}
