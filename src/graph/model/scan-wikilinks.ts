/** A `[[link]]` as it stands in a text, with the offsets that let it be spliced without re-printing the text. */
export interface Wikilink {
	readonly start: number;
	readonly end: number;
	readonly text: string;
	/** The title it names, without heading, block reference or display text. */
	readonly target: string;
	readonly shown?: string;
	readonly embed: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LINK = /(!?)\[\[([^[\]\n]+)\]\]/g;

/** Blanks out fenced blocks and inline code, keeping every offset: a link in code is code, not a link. */
function blankCode(source: string): string {
	let fence: string | null = null;
	const lines = source.split("\n").map((line) => {
		const marker = FENCE.exec(line)?.[1];
		const insideFence = fence !== null;
		if (fence === null && marker !== undefined) fence = marker;
		else if (
			fence !== null &&
			marker !== undefined &&
			marker[0] === fence[0] &&
			marker.length >= fence.length
		) {
			fence = null;
			return " ".repeat(line.length);
		}
		return insideFence || fence !== null ? " ".repeat(line.length) : line;
	});
	return lines.join("\n").replace(/(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, (code) => " ".repeat(code.length));
}

/** Every link of a Markdown text, in order. */
export function scanWikilinks(source: string): readonly Wikilink[] {
	if (!source.includes("[[")) return [];
	const links: Wikilink[] = [];
	for (const match of blankCode(source).matchAll(LINK)) {
		const [text, bang, inner = ""] = match;
		const start = match.index;
		if (source[start - 1] === "\\") continue;
		// A table cell writes the bar escaped; the title before it must not keep the backslash.
		const [address = "", ...shown] = inner.replaceAll("\\|", "|").split("|");
		const target = address.split("#")[0]?.split("^")[0]?.trim() ?? "";
		if (target === "") continue;
		links.push({
			start,
			end: start + text.length,
			text,
			target,
			...(shown.length > 0 && { shown: shown.join("|").trim() }),
			embed: bang === "!",
		});
	}
	return links;
}
