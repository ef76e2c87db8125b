import type { EntityHeader, Visibility } from "../../model/entity.ts";
import { GrowingInts, openColumns, viewColumns } from "./growing-ints.ts";
import { IdTable } from "./id-table.ts";
import { TextRows } from "./text-rows.ts";
import { WordTable } from "./word-table.ts";

const NONE = -1;
const VISIBILITIES: readonly Visibility[] = ["inherit", "private", "restricted"];
const VISIBILITY_BITS = 3;
const IS_DELETED = 4;
const IS_ARCHIVED = 8;
const IS_SET_ASIDE = 16;

/** The newest document of each entity; then of each document its entity, and what decides who may read it. */
const COLUMNS = ["current", "nodes", "kinds", "projects", "owners", "flags"] as const;

export type DocumentTableParts = ReturnType<DocumentTable["toParts"]>;

/** Every version of an entity is a document of its own, so that a reader of an earlier state goes on reading that state. */
export class DocumentTable {
	/** Entities; one that is only named by a vector has a number and no document. */
	readonly ids: IdTable;
	/** Kinds, projects and owners. */
	readonly labels: WordTable;
	readonly #columns: ReturnType<typeof openColumns<(typeof COLUMNS)[number]>>;
	readonly #previous: GrowingInts;
	/** As JSON; those that were used are kept as they were read. */
	readonly #records: TextRows;
	readonly #read: (EntityHeader | undefined)[] = [];
	/** Documents whose texts could not be read. There is hardly ever one. */
	readonly setAside: number[] = [];

	constructor(parts?: DocumentTableParts) {
		this.ids = new IdTable(parts?.ids);
		this.labels = new WordTable(parts?.labels);
		this.#columns = openColumns(COLUMNS, parts);
		this.#previous = GrowingInts.from(parts && new Int32Array(parts.nodes.length).fill(NONE));
		this.#records = new TextRows(parts?.records);
		for (let document = 0; document < this.#columns.flags.length; document += 1)
			if ((this.#columns.flags.at(document) & IS_SET_ASIDE) !== 0) this.setAside.push(document);
	}

	get size(): number {
		return this.#columns.nodes.length;
	}

	get byteLength(): number {
		const columns = this.#columns.nodes.values.byteLength * 7;
		return this.ids.byteLength + columns + this.#records.byteLength;
	}

	/** The next document, and the newest of its entity; `setAside` when its texts could not be read. */
	add(record: EntityHeader, { setAside = false } = {}): number {
		const node = this.intern(record.id);
		const document = this.#columns.nodes.push(node);
		this.#previous.push(this.#columns.current.at(node));
		this.#columns.current.set(node, document);
		this.#columns.kinds.push(this.labels.intern(record.kind));
		this.#columns.projects.push(record.project_id === null ? NONE : this.labels.intern(record.project_id));
		this.#columns.owners.push(this.labels.intern(record.owner_id));
		let flags = VISIBILITIES.indexOf(record.visibility);
		if (record.deleted_at !== null) flags |= IS_DELETED;
		if (record.archived_at !== null) flags |= IS_ARCHIVED;
		if (setAside) {
			flags |= IS_SET_ASIDE;
			this.setAside.push(document);
		}
		this.#columns.flags.push(flags);
		this.#records.add(JSON.stringify(record));
		return document;
	}

	intern(id: string): number {
		const node = this.ids.intern(id);
		if (node === this.#columns.current.length) this.#columns.current.push(NONE);
		return node;
	}

	currentOf(node: number): number {
		return this.#columns.current.at(node);
	}

	previousOf(document: number): number {
		return this.#previous.at(document);
	}

	nodeOf(document: number): number {
		return this.#columns.nodes.at(document);
	}

	kindOf(document: number): number {
		return this.#columns.kinds.at(document);
	}

	projectOf(document: number): number {
		return this.#columns.projects.at(document);
	}

	isDeleted(document: number): boolean {
		return (this.#columns.flags.at(document) & IS_DELETED) !== 0;
	}

	isArchived(document: number): boolean {
		return (this.#columns.flags.at(document) & IS_ARCHIVED) !== 0;
	}

	guardOf(document: number): {
		readonly node: number;
		readonly project: number;
		readonly owner: number;
		readonly visibility: Visibility;
	} {
		return {
			node: this.#columns.nodes.at(document),
			project: this.#columns.projects.at(document),
			owner: this.#columns.owners.at(document),
			visibility: VISIBILITIES[this.#columns.flags.at(document) & VISIBILITY_BITS] as Visibility,
		};
	}

	record(document: number): EntityHeader {
		let record = this.#read[document];
		if (record === undefined) {
			record = JSON.parse(this.#records.text(document)) as EntityHeader;
			this.#read[document] = record;
		}
		return record;
	}

	/** By id, which does not depend on when anything was written. */
	compare(a: number, b: number): number {
		return this.ids.compare(this.#columns.nodes.at(a), this.#columns.nodes.at(b));
	}

	/** May be called only before anything was read from parts: every document is the only one of its entity. */
	toParts() {
		return {
			ids: this.ids.toParts(),
			labels: this.labels.toBytes(),
			...viewColumns(this.#columns),
			records: this.#records.toParts(),
		};
	}
}
