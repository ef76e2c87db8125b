import type { Nodes, Text } from "mdast";
import { gfmStrikethroughToMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemToMarkdown } from "mdast-util-gfm-task-list-item";
import { type Handle, toMarkdown } from "mdast-util-to-markdown";

const INSIDE_WORD = /(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu;

/** A bracket within a line that begins neither a link to a note nor, as there are no definitions, any other. */
const LONE_BRACKET = /(?<=[^\n\\[])\\\[(?!\\?\[)/g;

/** Without the escapes that no reader of Markdown needs: a search for `snake_case` or `RFC[12]` would not find them. */
const printText: Handle = (node: Text, _, state, info) => {
	const text = state.safe(node.value, info).replace(INSIDE_WORD, "_");
	return state.stack.includes("label") ? text : text.replace(LONE_BRACKET, "[");
};

/** Prints a tree as Markdown. Signs that mean something in Markdown are escaped, so that `[[words]]` of a page are no link. */
export const printMarkdown = (tree: Nodes): string =>
	toMarkdown(tree, {
		bullet: "-",
		rule: "-",
		handlers: { text: printText },
		extensions: [
			// A table that is padded to the width of its longest cell takes the square of it.
			gfmTableToMarkdown({ tablePipeAlign: false }),
			gfmStrikethroughToMarkdown(),
			gfmTaskListItemToMarkdown(),
		],
	});
