import type { Edge, EdgeOrigin } from "../../model/entity.ts";
import { GrowingInts } from "./growing-ints.ts";
import { IdTable } from "./id-table.ts";
import { NumberLists } from "./number-lists.ts";
import { TextRows } from "./text-rows.ts";
import { WordTable } from "./word-table.ts";

const NONE = -1;
const ORIGINS: readonly EdgeOrigin[] = ["stated", "link", "mention", "field"];
const ALIVE = 2 ** 31 - 1;
const SECOND = 1_000;

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
	readonly #current: GrowingInts;
	readonly #keys: GrowingInts;
	readonly #sources: GrowingInts;
	readonly #targets: GrowingInts;
	readonly #relations: GrowingInts;
	readonly #origins: GrowingInts;
	readonly #writers: GrowingInts;
	readonly #seconds: GrowingInts;
	readonly #milliseconds: GrowingInts;
	/** The number of the text on an edge among all such texts, or -1. */
	readonly #textDocuments: GrowingInts;
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
		this.#current = GrowingInts.from(parts?.current);
		this.#keys = GrowingInts.from(parts?.keys);
		this.#sources = GrowingInts.from(parts?.sources);
		this.#targets = GrowingInts.from(parts?.targets);
		this.#relations = GrowingInts.from(parts?.relations);
		this.#origins = GrowingInts.from(parts?.origins);
		this.#writers = GrowingInts.from(parts?.writers);
		this.#seconds = GrowingInts.from(parts?.seconds);
		this.#milliseconds = GrowingInts.from(parts?.milliseconds);
		this.#textDocuments = GrowingInts.from(parts?.textDocuments);
		this.#texts = new TextRows(parts?.texts);
		this.outgoing = new NumberLists(parts?.outgoing);
		this.incoming = new NumberLists(parts?.incoming);
		this.#born = GrowingInts.from(new Int32Array(count));
		this.#died = GrowingInts.from(new Int32Array(count).fill(ALIVE));
	}

	get byteLength(): number {
		const columns = this.#keys.values.byteLength * 12;
		const lists = this.outgoing.byteLength + this.incoming.byteLength;
		return this.#ids.byteLength + columns + lists + this.#texts.byteLength;
	}

	add(edge: Edge, { source, target, state, textDocument }: EdgePlace): number {
		const key = this.#ids.intern(edge.id);
		const number = this.#keys.push(key);
		if (key === this.#current.length) this.#current.push(number);
		else this.#current.set(key, number);
		this.#sources.push(source);
		this.#targets.push(target);
		this.#relations.push(this.labels.intern(edge.rel));
		this.#origins.push(ORIGINS.indexOf(edge.origin));
		this.#writers.push(this.labels.intern(edge.created_by));
		const time = Date.parse(edge.created_at);
		this.#seconds.push(Math.floor(time / SECOND));
		this.#milliseconds.push(((time % SECOND) + SECOND) % SECOND);
		this.#textDocuments.push(textDocument);
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
		const number = this.#current.at(key);
		return this.#died.at(number) === ALIVE ? number : NONE;
	}

	remove(number: number, state: number): void {
		this.#died.set(number, state);
	}

	isThere(number: number, state: number): boolean {
		return this.#born.at(number) <= state && state < this.#died.at(number);
	}

	isStated(number: number): boolean {
		return this.#origins.at(number) === 0;
	}

	sourceOf(number: number): number {
		return this.#sources.at(number);
	}

	targetOf(number: number): number {
		return this.#targets.at(number);
	}

	/** The number of the text on an edge among all such texts, or -1. */
	textDocumentOf(number: number): number {
		return this.#textDocuments.at(number);
	}

	relationOf(number: number): number {
		return this.#relations.at(number);
	}

	compare(a: number, b: number): number {
		return this.#ids.compare(this.#keys.at(a), this.#keys.at(b));
	}

	record(number: number, idOf: (node: number) => string): Edge {
		return {
			id: this.#ids.id(this.#keys.at(number)),
			src_id: idOf(this.#sources.at(number)),
			rel: this.labels.word(this.#relations.at(number)),
			dst_id: idOf(this.#targets.at(number)),
			origin: ORIGINS[this.#origins.at(number)] as EdgeOrigin,
			text: this.#texts.text(number),
			created_by: this.labels.word(this.#writers.at(number)),
			created_at: new Date(this.#seconds.at(number) * SECOND + this.#milliseconds.at(number)).toISOString(),
		};
	}

	/** May be called only before any edge has gone. */
	toParts(nodeCount: number) {
		return {
			ids: this.#ids.toParts(),
			labels: this.labels.toBytes(),
			current: this.#current.view(),
			keys: this.#keys.view(),
			sources: this.#sources.view(),
			targets: this.#targets.view(),
			relations: this.#relations.view(),
			origins: this.#origins.view(),
			writers: this.#writers.view(),
			seconds: this.#seconds.view(),
			milliseconds: this.#milliseconds.view(),
			textDocuments: this.#textDocuments.view(),
			texts: this.#texts.toParts(),
			outgoing: this.outgoing.toParts(nodeCount),
			incoming: this.incoming.toParts(nodeCount),
		};
	}
}
