import { posix } from "node:path";
import { type FileNames, nameFile } from "./name-files.ts";
import type { ArchivedFile } from "./spool-archive.ts";

/** Where the files of entities lie in a vault. Those of one place and one content are one file. */
export class AttachmentNames {
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
