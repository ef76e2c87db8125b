/** The parts of a Markdown node that we read. */
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
	/**
	 * Returns the address of a picture that may be shown: one of ours. Without it, or for null, a picture becomes a link.
	 */
	readonly placePicture?: ((name: string) => string | null) | undefined;
}

/**
 * A remark plugin that puts a node of our own at each match of the pattern in running text, and turns pictures into
 * links: showing a picture from elsewhere would fetch it, and so report to its host that the text was read.
 */
export function rewriteText({ pattern, make, placePicture = () => null }: Piece) {
	function rewriteChildren(node: MarkdownNode, linked: boolean): void {
		if (node.children === undefined) return;
		node.children = node.children.flatMap((child) => {
			// Our own nodes are buttons, which a link cannot hold.
			if (child.type === "text" && child.value !== undefined) return linked ? [child] : split(child.value);
			if (child.type === "image" || child.type === "imageReference") return [showPicture(child, linked)];
			rewriteChildren(child, linked || child.type === "link" || child.type === "linkReference");
			return [child];
		});
	}

	function showPicture({ url, alt, ...picture }: MarkdownNode, linked: boolean): MarkdownNode {
		const place = url === undefined ? null : placePicture(url);
		if (place !== null) return { ...picture, url: place, alt: alt ?? "" };
		const words = { type: "text", value: alt || "picture" };
		return linked || url === undefined ? words : { type: "link", url, children: [words] };
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

	return () => (tree: MarkdownNode) => rewriteChildren(tree, false);
}

/**
 * Turns `[[Title]]` and `[[Title|words]]` in running text into links to the entity of that title, and
 * `![[picture.png]]` into the picture where it is one of ours.
 */
export const remarkWikilinks = (placePicture?: (name: string) => string | null) =>
	rewriteText({
		pattern: /(!?)\[\[([^\][|]{1,300})(?:\|([^\][]{1,300}))?\]\]/g,
		make: ([, embedded = "", name = "", words = name]) => {
			const place = embedded === "" ? null : (placePicture?.(name.trim()) ?? null);
			if (place !== null) return { type: "image", url: place, alt: words.trim() };
			return {
				type: "wikilink",
				data: { hName: "mark", hProperties: { dataTitle: name.trim() } },
				children: [{ type: "text", value: words.trim() }],
			};
		},
		placePicture,
	});
