import type { ImportLink } from "../../source/import-item.ts";
import { type Loss, lossAt } from "../../source/import-report.ts";
import { leadsToAttachment } from "../scan-addresses.ts";
import { indexNames } from "./find-note.ts";
import type { NotePlaces } from "./note-places.ts";
import type { FileLinks } from "./scan-file-links.ts";

export interface LinkingNote {
	readonly path: string;
	readonly title: string;
	readonly aliases: readonly string[];
	readonly links: FileLinks;
	readonly calls: readonly string[];
	readonly project: string | undefined;
}

export const REFERENCES = "references";

/** Relations stated otherwise than by a `[[link]]` in a body, and `[[links]]` into another project, which the store does not heal. */
export function linkNotes(
	notes: readonly LinkingNote[],
	{
		places,
		linkingKeys,
	}: {
		readonly places: NotePlaces;
		/** By path: keys whose links are relations, and no plain references, too. */
		readonly linkingKeys: ReadonlyMap<string, ReadonlySet<string>>;
	},
): {
	readonly links: ReadonlyMap<string, readonly ImportLink[]>;
	readonly losses: readonly Loss[];
} {
	const byName = indexNames(notes);
	const blocks = new Map(notes.flatMap(({ path, links }) => links.blocks.map((id) => [id, path])));
	const projects = new Map(notes.map(({ path, project }) => [path, project]));
	const spansProjects = new Set(projects.values()).size > 1;
	const lost = { addresses: [] as string[], fields: [] as string[], blocks: [] as string[] };
	const links = new Map<string, readonly ImportLink[]>();
	for (const note of notes) {
		const found = new Map<string, ImportLink>();
		const add = (
			to: string | undefined,
			missing: string[],
			{ where, ...link }: Omit<ImportLink, "to"> & { readonly where: string },
		): void => {
			if (to === undefined) missing.push(where);
			else if (to !== note.path && !found.has(`${link.rel} ${to}`))
				found.set(`${link.rel} ${to}`, { ...link, to });
		};
		for (const { key, target } of note.links.fields.filter(
			({ key }) => !linkingKeys.get(note.path)?.has(key),
		))
			add(byName(target) ?? places.find(note.path, target), lost.fields, {
				rel: REFERENCES,
				where: `[[${target}]] in ${note.path}`,
				...(key !== "" && { text: key }),
			});
		for (const address of note.links.addresses) {
			const atTop = address.startsWith("/") ? places.findByEnd(address) : undefined;
			// Files that are no texts are kept with the note, or reported by the shelf that looked for them.
			const missing = leadsToAttachment(address) ? [] : lost.addresses;
			const where = `${address} in ${note.path}`;
			add(places.find(note.path, address) ?? atTop, missing, { rel: REFERENCES, where });
		}
		for (const id of note.links.blockCalls)
			add(blocks.get(id), lost.blocks, { rel: REFERENCES, where: note.path });
		for (const call of spansProjects ? note.calls : []) {
			const to = byName(call);
			if (to !== undefined && projects.get(to) !== note.project)
				add(to, [], { rel: "mentions", where: note.path });
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
