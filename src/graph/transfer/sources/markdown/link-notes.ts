import { posix } from "node:path";
import { readAddress } from "../../../model/attachment.ts";
import { foldTitle } from "../../../model/entity.ts";
import type { ImportLink } from "../../source/import-item.ts";
import { type Loss, lossAt } from "../../source/import-report.ts";
import type { FileLinks } from "./scan-file-links.ts";

export interface LinkingNote {
	readonly path: string;
	readonly title: string;
	readonly aliases: readonly string[];
	readonly links: FileLinks;
	readonly calls: readonly string[];
	readonly project: string | undefined;
}

const REFERENCES = "references";

/** Names by which exactly one note can be called: titles before other names, as links are resolved everywhere. */
function indexNames(notes: readonly LinkingNote[]): (name: string) => string | undefined {
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

/** Where an address leads: from the folder of its note, else from the top, as the two habits have it. */
function findAddress(paths: ReadonlyMap<string, string>, from: string, address: string): string | undefined {
	// The name on disk may hold percent codes itself, so the address is also taken as it is written.
	for (const target of [readAddress(address), address.replace(/#.*$/s, "").normalize("NFC")]) {
		const near = posix.normalize(posix.join(posix.dirname(from), target));
		const found = paths.get(near) ?? paths.get(posix.normalize(target).replace(/^\/+/, ""));
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Relations stated otherwise than by a `[[link]]` in a body, and `[[links]]` into another project, which the store does not heal. */
export function linkNotes(notes: readonly LinkingNote[]): {
	readonly links: ReadonlyMap<string, readonly ImportLink[]>;
	readonly losses: readonly Loss[];
} {
	const paths = new Map(notes.map(({ path }) => [path.normalize("NFC"), path]));
	const byName = indexNames(notes);
	const blocks = new Map(notes.flatMap(({ path, links }) => links.blocks.map((id) => [id, path])));
	const projects = new Map(notes.map(({ path, project }) => [path, project]));
	const spansProjects = new Set(projects.values()).size > 1;
	const lost = { addresses: [] as string[], fields: [] as string[], blocks: [] as string[] };
	const links = new Map<string, readonly ImportLink[]>();
	for (const note of notes) {
		const found = new Map<string, ImportLink>();
		const add = (to: string | undefined, missing: string[], link: Omit<ImportLink, "to">): void => {
			if (to === undefined) missing.push(note.path);
			else if (to !== note.path && !found.has(`${link.rel} ${to}`))
				found.set(`${link.rel} ${to}`, { ...link, to });
		};
		for (const { key, target } of note.links.fields)
			add(byName(target) ?? findAddress(paths, note.path, `${target}.md`), lost.fields, {
				rel: REFERENCES,
				...(key !== "" && { text: key }),
			});
		for (const address of note.links.addresses)
			add(findAddress(paths, note.path, address), lost.addresses, { rel: REFERENCES });
		for (const id of note.links.blockCalls) add(blocks.get(id), lost.blocks, { rel: REFERENCES });
		for (const call of spansProjects ? note.calls : []) {
			const to = byName(call);
			if (to !== undefined && projects.get(to) !== note.project) add(to, [], { rel: "mentions" });
		}
		if (found.size > 0) links.set(note.path, [...found.values()]);
	}
	return {
		links,
		losses: [
			lossAt(
				lost.addresses,
				"Markdown link to a file",
				"No file of this folder lies there.",
				"Markdown links to files",
			),
			lossAt(lost.fields, "link in frontmatter", "No one note is called that.", "links in frontmatter"),
			lossAt(lost.blocks, "block reference", "No block of this folder has that id."),
		].flat(),
	};
}
