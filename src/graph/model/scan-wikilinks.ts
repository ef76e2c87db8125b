import { LONGEST_TITLE } from "../../contract/limits.ts";
import { blankCode } from "./blank-code.ts";

/** A `[[link]]` as written in a text, with the offsets that let it be spliced without re-printing the text. */
export interface Wikilink {
	readonly start: number;
	readonly end: number;
	readonly text: string;
	/** The title it names, without heading, block reference or display text. */
	readonly target: string;
	readonly shown?: string;
	readonly embed: boolean;
}

const LINK = /(!?)\[\[([^[\]\n]+)\]\]/g;

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
		// No title is longer, so a longer target can never be found.
		if (target === "" || target.length > LONGEST_TITLE) continue;
		links.push({
			start,
			end: start + text.length,
			text: source.slice(start, start + text.length),
			target,
			...(shown.length > 0 && { shown: shown.join("|").trim() }),
			embed: bang === "!",
		});
	}
	return links;
}
