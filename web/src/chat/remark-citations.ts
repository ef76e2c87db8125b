interface MarkdownNode {
	type: string;
	value?: string;
	url?: string;
	alt?: string | null;
	children?: MarkdownNode[];
	data?: { hName: string; hProperties: Record<string, string> };
}

const citation = /\[(\d{1,3})\]/g;

/**
 * Turns `[3]` in running text into a citation, and pictures into links: a picture from elsewhere would be
 * fetched by being looked at, and tell its host that the answer was read.
 */
export function remarkCitations() {
	return (tree: MarkdownNode) => rewriteChildren(tree);
}

function rewriteChildren(node: MarkdownNode): void {
	if (node.children === undefined) return;
	node.children = node.children.flatMap((child) => {
		if (child.type === "text" && child.value !== undefined) return splitCitations(child.value);
		if (child.type === "image") {
			const words = { type: "text", value: child.alt || "picture" };
			return [{ type: "link", url: child.url ?? "", children: [words] }];
		}
		// A citation is a button, and a button inside a link could not be pressed.
		if (child.type !== "link") rewriteChildren(child);
		return [child];
	});
}

function splitCitations(value: string): MarkdownNode[] {
	const parts: MarkdownNode[] = [];
	let from = 0;
	for (const match of value.matchAll(citation)) {
		if (match.index > from) parts.push({ type: "text", value: value.slice(from, match.index) });
		parts.push(makeCitation(match[1] ?? ""));
		from = match.index + match[0].length;
	}
	if (from < value.length) parts.push({ type: "text", value: value.slice(from) });
	return parts;
}

function makeCitation(number: string): MarkdownNode {
	return {
		type: "citation",
		data: { hName: "cite", hProperties: { dataNumber: number } },
		children: [{ type: "text", value: `[${number}]` }],
	};
}
