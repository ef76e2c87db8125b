import { foldTitle } from "../../../model/entity.ts";
import type { ImportLink } from "../../source/import-item.ts";
import { indexNames } from "./find-note.ts";
import { REFERENCES } from "./link-notes.ts";

export interface LogseqPage {
	readonly path: string;
	readonly title: string;
	readonly aliases: readonly string[];
	readonly tags: readonly string[];
	/** The names its links use, which become edges without this. */
	readonly calls: readonly string[];
}

const NAMESPACE = "namespace";
const TAGS = "tags";

/** Relations that only a graph of Logseq has: of `A/B` to the page `A`, and of a tag to the page of its name. */
export function linkPages(pages: readonly LogseqPage[]): ReadonlyMap<string, readonly ImportLink[]> {
	const byName = indexNames(pages);
	const links = new Map<string, readonly ImportLink[]>();
	for (const { path, title, tags, calls } of pages) {
		const called = new Set(calls.map(foldTitle));
		const parent = findParent(title, byName);
		const tagged = tags.flatMap((tag) => (called.has(foldTitle(tag)) ? [] : (byName(tag) ?? [])));
		const found: ImportLink[] = [
			...(parent === undefined ? [] : [{ rel: "relates_to", to: parent, text: NAMESPACE }]),
			...[...new Set(tagged)].map((to) => ({ rel: REFERENCES, to, text: TAGS })),
		].filter(({ to }) => to !== path);
		if (found.length > 0) links.set(path, found);
	}
	return links;
}

/** The nearest page above: of `A/B/C`, `A/B` if there is such a page, else `A`. */
function findParent(title: string, byName: (name: string) => string | undefined): string | undefined {
	const parts = title.split("/");
	for (let count = parts.length - 1; count > 0; count -= 1) {
		const found = byName(parts.slice(0, count).join("/"));
		if (found !== undefined) return found;
	}
	return undefined;
}
