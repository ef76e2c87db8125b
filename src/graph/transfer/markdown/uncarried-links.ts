import { blankCode } from "../../model/blank-code.ts";
import { scanWikilinks } from "../../model/scan-wikilinks.ts";
import { countOf, type Loss, listPlaces } from "../import-report.ts";
import type { ParsedNote } from "./parse-note.ts";

const ATTACHMENT = /\.(?!md$|markdown$)[a-z0-9]{1,8}$/i;
const LINK_TO_FILE = /\]\(<?(?![a-z][a-z0-9+.-]*:)[^()\s<>[\]]+\.(?:md|markdown)(?:#[^()\s<>[\]]*)?>?\)/gi;

/** Gathers, note by note, the links that stay in the text and become no edge. */
export class UncarriedLinks {
	readonly #embeds: string[] = [];
	readonly #inFrontmatter: string[] = [];
	readonly #toFiles: string[] = [];

	/** Returns what the wikilinks in the note's body call other notes. */
	add(path: string, note: ParsedNote): readonly string[] {
		const links = scanWikilinks(note.body);
		for (const { embed, target } of links) if (embed && ATTACHMENT.test(target)) this.#embeds.push(path);
		for (const _ of scanWikilinks(note.frontmatterSource)) this.#inFrontmatter.push(path);
		if (note.body.includes("](")) {
			for (const _ of blankCode(note.body).matchAll(LINK_TO_FILE)) this.#toFiles.push(path);
		}
		return links.map((link) => link.target);
	}

	get losses(): readonly Loss[] {
		return [
			tell(this.#embeds, "embedded attachment", "The file is not carried; the text still names it."),
			tell(this.#inFrontmatter, "link in frontmatter", "Only links in the body become edges."),
			tell(
				this.#toFiles,
				"Markdown link to a file",
				"Only [[links]] become edges.",
				"Markdown links to files",
			),
		].flat();
	}
}

function tell(paths: readonly string[], one: string, why: string, many?: string): Loss[] {
	if (paths.length === 0) return [];
	return [{ what: countOf(paths.length, one, many), where: listPlaces([...new Set(paths)]), why }];
}
