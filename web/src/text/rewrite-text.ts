/** A node of a Markdown tree, as far as we look at it. */
interface MarkdownNode {
	type: string;
	value?: string;
	url?: string;
	alt?: string | null;
	children?: MarkdownNode[];
	data?: { hName: string; hProperties: Record<string, string> };
}

interface Piece {
	readonly pattern: RegExp;
	readonly make: (match: RegExpExecArray) => MarkdownNode;
}

/**
 * A remark plugin that puts a node of our own wherever the pattern stands in running text, and turns pictures into links: a
 * picture from elsewhere would be fetched by being looked at, and tell its host that the text was read.
 */
export function rewriteText({ pattern, make }: Piece) {
	function rewriteChildren(node: MarkdownNode): void {
		if (node.children === undefined) return;
		node.children = node.children.flatMap((child) => {
			if (child.type === "text" && child.value !== undefined) return split(child.value);
			if (child.type === "image") {
				const words = { type: "text", value: child.alt || "picture" };
				return [{ type: "link", url: child.url ?? "", children: [words] }];
			}
			// What is made can be pressed, and inside a link it could not be.
			if (child.type !== "link") rewriteChildren(child);
			return [child];
		});
	}

	function split(value: string): MarkdownNode[] {
		const parts: MarkdownNode[] = [];
		let from = 0;
		for (const match of value.matchAll(pattern)) {
			if (match.index > from) parts.push({ type: "text", value: value.slice(from, match.index) });
			parts.push(make(match));
			from = match.index + match[0].length;
		}
		if (from < value.length) parts.push({ type: "text", value: value.slice(from) });
		return parts;
	}

	return () => rewriteChildren;
}
