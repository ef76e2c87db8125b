interface MarkdownNode {
	type: string;
	value?: string;
	url?: string;
	alt?: string | null;
	children?: MarkdownNode[];
	data?: { hName: string; hProperties: Record<string, string> };
}

const wikilink = /\[\[([^\][|]{1,300})(?:\|([^\][]{1,300}))?\]\]/g;

/**
 * Turns `[[Title]]` and `[[Title|words]]` in running text into links to what is called so, and pictures into links: a
 * picture from elsewhere would be fetched by being looked at.
 */
export function remarkWikilinks() {
	return (tree: MarkdownNode) => rewriteChildren(tree);
}

function rewriteChildren(node: MarkdownNode): void {
	if (node.children === undefined) return;
	node.children = node.children.flatMap((child) => {
		if (child.type === "text" && child.value !== undefined) return splitLinks(child.value);
		if (child.type === "image") {
			return [
				{ type: "link", url: child.url ?? "", children: [{ type: "text", value: child.alt || "picture" }] },
			];
		}
		if (child.type !== "link") rewriteChildren(child);
		return [child];
	});
}

function splitLinks(value: string): MarkdownNode[] {
	const parts: MarkdownNode[] = [];
	let from = 0;
	for (const match of value.matchAll(wikilink)) {
		const title = match[1] ?? "";
		if (match.index > from) parts.push({ type: "text", value: value.slice(from, match.index) });
		parts.push({
			type: "wikilink",
			data: { hName: "mark", hProperties: { dataTitle: title.trim() } },
			children: [{ type: "text", value: (match[2] ?? title).trim() }],
		});
		from = match.index + match[0].length;
	}
	if (from < value.length) parts.push({ type: "text", value: value.slice(from) });
	return parts;
}
