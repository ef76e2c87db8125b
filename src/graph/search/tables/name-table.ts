import type { EntityHeader } from "../../model/entity.ts";
import { foldTitle } from "../../model/entity.ts";
import { KeyTable } from "./key-table.ts";
import { NumberLists } from "./number-lists.ts";

export type NameTableParts = ReturnType<NameTable["toParts"]>;

/** 64 bits of a text. Two texts may share them, so everything found by them is compared again. */
function hashText(text: string): readonly [number, number] {
	let high = 0x811c9dc5;
	let low = 0x1b873593;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 0x01000193);
		low = Math.imul(low ^ code, 0x5bd1e995);
		low ^= low >>> 13;
	}
	return [high, low];
}

/** The documents that a name may refer to: refs, titles, aliases. */
export class NameTable {
	readonly #keys: KeyTable;
	readonly #documents: NumberLists;

	constructor(parts?: NameTableParts) {
		this.#keys = new KeyTable(2, parts?.keys);
		this.#documents = new NumberLists(parts?.documents);
	}

	get byteLength(): number {
		return this.#keys.byteLength + this.#documents.byteLength;
	}

	add(document: number, { ref, title, aliases }: EntityHeader): void {
		for (const name of new Set([ref, ...[title, ...aliases].map(foldTitle)])) {
			this.#documents.push(this.#keys.intern(hashText(name)), document);
		}
	}

	/** Every document that has the name, and perhaps some that have another. */
	candidates(name: string): readonly number[] {
		const key = this.#keys.find(hashText(name));
		return this.#documents.runs(key).flatMap((run) => [...run]);
	}

	toParts() {
		return { keys: this.#keys.toParts(), documents: this.#documents.toParts(this.#keys.size) };
	}
}
