import { hash as hashText } from "node:crypto";
import type { SyntaxNode } from "@lezer/common";
import { GFM, type InlineParser, parser } from "@lezer/markdown";
import { MOST_BLOCKS } from "../../contract/limits.ts";
import { runSteps, type Steps } from "./run-steps.ts";

export type BlockKind =
	| "paragraph"
	| "heading"
	| "todo"
	| "list_item"
	| "quote"
	| "code"
	| "table"
	| "image"
	| "embed"
	| "divider";

/** A part of a body with an address of its own. The body's text is the truth; a block is a range of it. */
export interface BlockRange {
	readonly kind: BlockKind;
	/** Index of its parent block in the same list: a section's heading, or the list item above. */
	readonly parent: number | null;
	readonly level: number | null;
	readonly checked: boolean | null;
	readonly start: number;
	readonly end: number;
	readonly hash: string;
}

/** It takes all of the text: the inside of a line does not affect blocks, and matching its brackets may take their square. */
const skipInline: InlineParser = { name: "SkipInline", before: "Escape", parse: (text) => text.end };
const markdown = parser.configure([GFM, { parseInline: [skipInline] }]);
const HASH_LENGTH = 16;
/** The parser keeps a node for every line: of a million short ones it holds everybody up for seconds. The rest is one block. */
const MOST_LINES = 50_000;
/** A line nested this deep is no outline but an attack: the parser needs the square of its depth. */
const TOO_DEEP = /^(?:[ \t]{120}|[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){24})/m;

const LEAVES: Readonly<Record<string, BlockKind>> = {
	Paragraph: "paragraph",
	Blockquote: "quote",
	FencedCode: "code",
	CodeBlock: "code",
	HTMLBlock: "code",
	CommentBlock: "code",
	ProcessingInstructionBlock: "code",
	Table: "table",
	HorizontalRule: "divider",
	LinkReference: "paragraph",
	Task: "paragraph",
};

const headingLevel = (name: string): number | null => {
	const level = /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1];
	return level === undefined ? null : Number(level);
};

const isList = (node: SyntaxNode): boolean => node.name === "BulletList" || node.name === "OrderedList";

/** The text of a list item without the lists and blocks nested in it. */
function ownEnd(item: SyntaxNode): number {
	const nested = childrenOf(item).find((child) => isList(child));
	if (nested === undefined) return item.to;
	const before = nested.prevSibling;
	return before === null ? nested.from : before.to;
}

function endOfLines(body: string): number {
	let end = 0;
	for (let line = 0; line < MOST_LINES; line += 1) {
		const next = body.indexOf("\n", end);
		if (next < 0) return body.length;
		end = next + 1;
	}
	return end;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
	const children: SyntaxNode[] = [];
	for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
	return children;
}

/** A paragraph that holds nothing but a picture or an embed is one. */
function nameParagraph(text: string): BlockKind {
	if (/^!\[\[[^\]\n]+\]\]$/.test(text)) return "embed";
	return /^!\[[^\]\n]*\]\([^)\n]*\)$/.test(text) ? "image" : "paragraph";
}

/** The blocks of a Markdown text in their order, each under the heading or list item it belongs to. */
export const splitBlocks = (body: string): readonly BlockRange[] => runSteps(splitInSteps(body));

/** The same in small steps, so that others can have their turn between two of them: a book takes seconds. */
export function* splitInSteps(body: string): Steps<readonly BlockRange[]> {
	const blocks: BlockRange[] = [];
	const openHeadings: { level: number; index: number }[] = [];
	/** Where the text begins that is cut into no more blocks. */
	let rest: number | null = null;

	const add = (block: Omit<BlockRange, "hash">): number => {
		const text = body.slice(block.start, block.end);
		const hash = hashText("sha256", `${block.kind}\n${text}`).slice(0, HASH_LENGTH);
		return blocks.push({ ...block, hash }) - 1;
	};
	const section = (): number | null => openHeadings.at(-1)?.index ?? null;

	const addHeading = (node: SyntaxNode, level: number): void => {
		while ((openHeadings.at(-1)?.level ?? 0) >= level) openHeadings.pop();
		const index = add({
			kind: "heading",
			parent: section(),
			level,
			checked: null,
			start: node.from,
			end: node.to,
		});
		openHeadings.push({ level, index });
	};
	const addItem = (item: SyntaxNode, parent: number | null): void => {
		const marker = item.getChild("Task")?.getChild("TaskMarker");
		const checked = marker ? /x/i.test(body.slice(marker.from, marker.to)) : null;
		const kind = marker ? "todo" : "list_item";
		const index = add({ kind, parent, level: null, checked, start: item.from, end: ownEnd(item) });
		for (const child of childrenOf(item)) if (isList(child)) addList(child, index);
	};
	const addList = (list: SyntaxNode, parent: number | null): void => {
		for (const item of list.getChildren("ListItem")) {
			if (blocks.length >= MOST_BLOCKS) {
				rest ??= item.from;
				return;
			}
			addItem(item, parent);
		}
	};

	if (TOO_DEEP.test(body)) {
		add({ kind: "paragraph", parent: null, level: null, checked: null, start: 0, end: body.length });
		return blocks;
	}
	const parsedTo = endOfLines(body);
	const parse = markdown.startParse(body.slice(0, parsedTo));
	let tree = parse.advance();
	for (; tree === null; tree = parse.advance()) yield;
	for (let node = tree.topNode.firstChild; node !== null && rest === null; node = node.nextSibling) {
		yield;
		if (blocks.length >= MOST_BLOCKS) {
			rest = node.from;
			break;
		}
		const level = headingLevel(node.name);
		if (level !== null) addHeading(node, level);
		else if (isList(node)) addList(node, section());
		else {
			const text = body.slice(node.from, node.to);
			const leaf = LEAVES[node.name] ?? "paragraph";
			const kind = leaf === "paragraph" ? nameParagraph(text.trim()) : leaf;
			add({ kind, parent: section(), level: null, checked: null, start: node.from, end: node.to });
		}
	}
	if (rest === null && parsedTo < body.length) {
		const gap = body.slice(parsedTo).search(/\S/);
		rest = gap < 0 ? null : parsedTo + gap;
	}
	if (rest !== null)
		add({ kind: "paragraph", parent: null, level: null, checked: null, start: rest, end: body.length });
	return blocks;
}
