import type { Edge, EdgeOrigin } from "../../model/entity.ts";
import { GrowingInts, openColumns, viewColumns } from "./growing-ints.ts";
import { IdTable } from "./id-table.ts";
import { NumberLists } from "./number-lists.ts";
import { TextRows } from "./text-rows.ts";
import { WordTable } from "./word-table.ts";

const NONE = -1;
const ORIGINS: readonly EdgeOrigin[] = ["stated", "link", "mention", "field"];
const ALIVE = 2 ** 31 - 1;
const SECOND = 1_000;

/** The newest edge of each id; then of each edge its id, its ends and so on, and its text among all such texts, or -1. */
const COLUMNS = [
	...(["current", "keys", "sources", "targets", "relations", "origins", "writers"] as const),
	...(["seconds", "milliseconds", "textDocuments"] as const),
] as const;

export type EdgeTableParts = ReturnType<EdgeTable["toParts"]>;

/** The ends of an edge as nodes, the state it came with, and its text among all such texts. */
export interface EdgePlace {
	readonly source: number;
	readonly target: number;
	readonly state: number;
	readonly textDocument: number;
}

/** Edges by number, the ends as nodes. One that changes or goes keeps its place, and says until when it was there. */
export class EdgeTable {
	/** Relations and who stated them. */
	readonly labels: WordTable;
	readonly #ids: IdTable;
	readonly #columns: ReturnType<typeof openColumns<(typeof COLUMNS)[number]>>;
	readonly #texts: TextRows;
	readonly outgoing: NumberLists;
	readonly incoming: NumberLists;
	/** The states between which an edge was there. */
	readonly #born: GrowingInts;
	readonly #died: GrowingInts;

	constructor(parts?: EdgeTableParts) {
		const count = parts?.keys.length ?? 0;
		this.labels = new WordTable(parts?.labels);
		this.#ids = new IdTable(parts?.ids);
		this.#columns = openColumns(COLUMNS, parts);
		this.#texts = new TextRows(parts?.texts);
		this.outgoing = new NumberLists(parts?.outgoing);
		this.incoming = new NumberLists(parts?.incoming);
		this.#born = GrowingInts.from(new Int32Array(count));
		this.#died = GrowingInts.from(new Int32Array(count).fill(ALIVE));
	}

	get byteLength(): number {
		const columns = this.#columns.keys.values.byteLength * 12;
		const lists = this.outgoing.byteLength + this.incoming.byteLength;
		return this.#ids.byteLength + columns + lists + this.#texts.byteLength;
	}

	add(edge: Edge, { source, target, state, textDocument }: EdgePlace): number {
		const key = this.#ids.intern(edge.id);
		const number = this.#columns.keys.push(key);
		if (key === this.#columns.current.length) this.#columns.current.push(number);
		else this.#columns.current.set(key, number);
		this.#columns.sources.push(source);
		this.#columns.targets.push(target);
		this.#columns.relations.push(this.labels.intern(edge.rel));
		this.#columns.origins.push(ORIGINS.indexOf(edge.origin));
		this.#columns.writers.push(this.labels.intern(edge.created_by));
		const time = Date.parse(edge.created_at);
		this.#columns.seconds.push(Math.floor(time / SECOND));
		this.#columns.milliseconds.push(((time % SECOND) + SECOND) % SECOND);
		this.#columns.textDocuments.push(textDocument);
		this.#texts.add(edge.text);
		this.#born.push(state);
		this.#died.push(ALIVE);
		this.outgoing.push(source, number);
		this.incoming.push(target, number);
		return number;
	}

	find(id: string): number {
		const key = this.#ids.find(id);
		if (key === NONE) return NONE;
		const number = this.#columns.current.at(key);
		return this.#died.at(number) === ALIVE ? number : NONE;
	}

	remove(number: number, state: number): void {
		this.#died.set(number, state);
	}

	isThere(number: number, state: number): boolean {
		return this.#born.at(number) <= state && state < this.#died.at(number);
	}

	isStated(number: number): boolean {
		return this.#columns.origins.at(number) === 0;
	}

	sourceOf(number: number): number {
		return this.#columns.sources.at(number);
	}

	targetOf(number: number): number {
		return this.#columns.targets.at(number);
	}

	/** The number of the text on an edge among all such texts, or -1. */
	textDocumentOf(number: number): number {
		return this.#columns.textDocuments.at(number);
	}

	relationOf(number: number): number {
		return this.#columns.relations.at(number);
	}

	compare(a: number, b: number): number {
		return this.#ids.compare(this.#columns.keys.at(a), this.#columns.keys.at(b));
	}

	record(number: number, idOf: (node: number) => string): Edge {
		return {
			id: this.#ids.id(this.#columns.keys.at(number)),
			src_id: idOf(this.#columns.sources.at(number)),
			rel: this.labels.word(this.#columns.relations.at(number)),
			dst_id: idOf(this.#columns.targets.at(number)),
			origin: ORIGINS[this.#columns.origins.at(number)] as EdgeOrigin,
			text: this.#texts.text(number),
			created_by: this.labels.word(this.#columns.writers.at(number)),
			created_at: new Date(
				this.#columns.seconds.at(number) * SECOND + this.#columns.milliseconds.at(number),
			).toISOString(),
		};
	}

	/** May be called only before any edge has gone. */
	toParts(nodeCount: number) {
		return {
			ids: this.#ids.toParts(),
			...viewColumns(this.#columns),
			labels: this.labels.toBytes(),
			texts: this.#texts.toParts(),
			outgoing: this.outgoing.toParts(nodeCount),
			incoming: this.incoming.toParts(nodeCount),
		};
	}
}
