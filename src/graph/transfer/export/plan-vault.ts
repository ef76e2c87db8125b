import { posix } from "node:path";
import { sourceOf } from "../../model/attachment.ts";
import { type Edge, foldTitle } from "../../model/entity.ts";
import { addTo } from "../../model/group-by.ts";
import { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { makeOwnKind } from "../../model/own-kind.ts";
import { FileNames, nameFile } from "./name-files.ts";
import type { ArchivedFile, SpooledArchive } from "./spool-archive.ts";

/** The part of every entity that is needed before the first file is written. */
export interface Named {
	readonly title: string;
	readonly aliases: readonly string[];
	/** Without extension, as a link names it. */
	readonly address: string;
	/** Where its file lay when it was imported. */
	readonly source: string | undefined;
}

export interface Vault {
	readonly named: ReadonlyMap<string, Named>;
	/** By source: stated relations, and what the links of the text have become. */
	readonly stated: ReadonlyMap<string, readonly Edge[]>;
	readonly linked: ReadonlyMap<string, readonly string[]>;
	/** How many entities have this name, as their title or as the name of their file. */
	readonly holders: ReadonlyMap<string, number>;
	readonly attachments: AttachmentNames;
}

/** Reads an archive once for what every file needs to know of the others. */
export async function planVault(archive: SpooledArchive): Promise<Vault> {
	const ownKinds = [];
	for await (const definition of archive.ownKinds()) ownKinds.push(makeOwnKind(definition));
	const kinds = new KindRegistry(ownKinds);
	const projects = new Map<string, string>();
	for await (const { id, project_id, title } of archive.entities())
		if (id === project_id) projects.set(id, title);

	const names = new FileNames();
	const named = new Map<string, Named>();
	const holders = new Map<string, number>();
	for await (const entity of archive.entities()) {
		const { id, kind, project_id, title, aliases } = entity;
		const project = project_id === null ? undefined : projects.get(project_id);
		const group = kinds.find(kind)?.plural ?? kind;
		const folder = `${project === undefined ? "" : `${nameFile(project)}/`}${id === project_id ? "" : `${nameFile(group)}/`}`;
		const path = names.add(folder, title, ".md");
		const address = path.slice(0, -".md".length);
		named.set(id, { title, aliases, address, source: sourceOf(entity) });
		for (const key of new Set([foldTitle(posix.basename(address)), foldTitle(title)]))
			holders.set(key, (holders.get(key) ?? 0) + 1);
	}
	const stated = new Map<string, Edge[]>();
	const linked = new Map<string, string[]>();
	for await (const edge of archive.edges()) {
		if (edge.origin === "stated") addTo(stated, edge.src_id, edge);
		else if (edge.origin === "link") addTo(linked, edge.src_id, edge.dst_id);
	}
	const attachments = new AttachmentNames(names);
	for await (const file of archive.attachments()) attachments.add(file);
	return { named, stated, linked, holders, attachments };
}

/** By its name alone where that is enough, as people write links; by its path where two are called the same. */
export function addressOf({ holders }: Vault, { address }: Named): string {
	const base = posix.basename(address);
	return holders.get(foldTitle(base)) === 1 ? base : address;
}

/** Where the files of entities lie in a vault. Those of one place and one content are one file. */
class AttachmentNames {
	readonly #names: FileNames;
	/** By place and content. */
	readonly #places = new Map<string, string>();
	/** By entity, then by path as the entity calls it. */
	readonly #held = new Map<string, Map<string, string>>();
	/** How many files end in this name. */
	readonly #holders = new Map<string, number>();

	constructor(names: FileNames) {
		this.#names = names;
	}

	add({ entity_id, path, hash }: Pick<ArchivedFile, "entity_id" | "path" | "hash">): void {
		const key = `${hash} ${path}`;
		const place = this.#places.get(key) ?? this.#place(path);
		this.#places.set(key, place);
		const held = this.#held.get(entity_id) ?? new Map<string, string>();
		this.#held.set(entity_id, held.set(path, place));
	}

	find(entityId: string, path: string): string | undefined {
		return this.#held.get(entityId)?.get(path);
	}

	/** Whether its name alone says which file is meant. */
	isUnique(place: string): boolean {
		return this.#holders.get(posix.basename(place).toLowerCase()) === 1;
	}

	#place(path: string): string {
		const extension = posix.extname(path);
		const folders = posix
			.dirname(path)
			.split("/")
			.filter((part) => part !== "." && part !== "");
		const folder = folders.map((part) => `${nameFile(part)}/`).join("");
		const place = this.#names.add(folder, posix.basename(path, extension), extension);
		const name = posix.basename(place).toLowerCase();
		this.#holders.set(name, (this.#holders.get(name) ?? 0) + 1);
		return place;
	}
}
