import { foldTitle } from "../../../model/entity.ts";
import type { NotePlaces } from "./note-places.ts";

/** Returns the note that a word in the frontmatter of another one names. */
export type FindNote = (from: string, word: string) => string | undefined;

export interface CalledNote {
	readonly path: string;
	readonly title: string;
	readonly aliases: readonly string[];
	/** The number by which the others call it. */
	readonly number?: string | undefined;
}

/** No title and no path is longer. */
const LONGEST_NAME = 1_000;
const WIKILINK = /^\[\[([^[\]|#]{1,500})[^[\]]*\]\]$/;
const MARKDOWN_LINK = /^\[[^[\]]{0,500}\]\(([^()\s]{1,500})\)$/;
const NUMBERED = /^(?:\p{L}[\p{L} ]{0,19}[- #]?)?0*(\d{1,9})$/u;

/** Names by which exactly one note can be called: titles before other names, as links are resolved everywhere. */
export function indexNames(notes: readonly CalledNote[]): (name: string) => string | undefined {
	const titles = new Map<string, string | null>();
	const aliases = new Map<string, string | null>();
	const put = (index: Map<string, string | null>, name: string, path: string): void => {
		const key = foldTitle(name);
		index.set(key, index.has(key) && index.get(key) !== path ? null : path);
	};
	for (const note of notes) {
		put(titles, note.title, note.path);
		for (const alias of note.aliases) put(aliases, alias, note.path);
	}
	return (name) => {
		const key = foldTitle(name);
		return (titles.has(key) ? titles.get(key) : aliases.get(key)) ?? undefined;
	};
}

/** Finds notes by name, by number (`20`, `EIP-20`), by `[[link]]`, and by paths, links and addresses that lead to them. */
export function makeFindNote(notes: readonly CalledNote[], places: NotePlaces): FindNote {
	const byName = indexNames(notes);
	const byNumber = new Map(notes.flatMap(({ number, path }) => (number ? [[number, path] as const] : [])));
	return (from, word) => {
		if (word.length > LONGEST_NAME) return undefined;
		const name = WIKILINK.exec(word)?.[1]?.trim() ?? MARKDOWN_LINK.exec(word)?.[1] ?? word;
		const number = NUMBERED.exec(name)?.[1];
		const found = byName(name) ?? (number === undefined ? undefined : byNumber.get(number));
		if (found !== undefined) return found;
		const isPlace = name.includes("/") || /\.(?:md|markdown)$/i.test(name);
		return isPlace ? (places.find(from, name) ?? places.findByEnd(name)) : undefined;
	};
}
