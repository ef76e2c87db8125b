import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Direction } from "../../model/relations.ts";
import type { Connections } from "../connect/connections.ts";
import type { Vocabulary } from "../connect/vocabulary.ts";
import type { Language } from "../languages/language.ts";
import type { PassagePostings } from "../score/passage-postings.ts";
import type { PassageVectors } from "../score/passage-vectors.ts";
import type { Postings, VisibleDocuments } from "../score/postings.ts";
import type { ScoreRows } from "../score/score-row.ts";
import type { DocumentTable } from "../tables/document-table.ts";
import type { EdgeTable } from "../tables/edge-table.ts";
import type { NameTable } from "../tables/name-table.ts";

/** The parts of a graph that searching reads. They hold texts of everybody; `VisibleGraph` marks those that one reader may see. */
export interface GraphTables {
	readonly documents: DocumentTable;
	readonly names: NameTable;
	readonly edges: EdgeTable;
	readonly vocabulary: Vocabulary;
	/** By passage. */
	readonly texts: PassagePostings;
	readonly titles: Postings;
	readonly edgeTexts: Postings;
	readonly connections: Connections;
	readonly vectors: PassageVectors;
	/** The rows in which a search adds up its scores. */
	readonly scoreRows: ScoreRows;
	/** How words are made of texts, in the graph and in questions alike. */
	readonly language: Language;
	/** Whose text a document of `edgeTexts` is. */
	edgeOfText(document: number): number;
}

/** The graph as it is now. It moves on while views of earlier moments are held. */
export interface LiveGraph extends GraphTables {
	readonly revision: number;
	readonly kinds: KindRegistry;
	/** Rises with every batch of changes. */
	readonly state: number;
}

/** A graph at one state with the marks of what one reader may see of it. Documents are numbers; unmarked ones do not exist for that reader. */
export interface VisibleGraph {
	readonly tables: GraphTables;
	readonly visible: VisibleSet;
	/** Visits the edges that join a visible document to visible ones. */
	readonly eachLink: (
		document: number,
		visit: (edge: number, other: number, seenFrom: Direction) => void,
	) => void;
}

/** Entities and edges that came, changed or went with one state of the graph. */
export interface Touched {
	readonly nodes: readonly number[];
	readonly edges: readonly number[];
}

export type DocumentRule = (document: number) => boolean;

/**
 * The documents and edge texts that one reader may see in one state, with the counts that measure how rare a word or
 * how long a text is. The next state's marks are made from these and from the documents touched since; walking every
 * document after every write would make a write as slow as the workspace is large.
 */
export class VisibleSet {
	readonly state: number;
	readonly marks: Uint8Array;
	readonly #tables: GraphTables;
	readonly #edgeMarks: Uint8Array;
	readonly #passageMarks: Uint8Array;
	#repeated: Uint8Array | undefined;
	/** How many there are, and the words of all of them together. */
	readonly #sums = { documents: 0, titleLength: 0, passages: 0, textLength: 0, edges: 0, edgeLength: 0 };

	private constructor(tables: GraphTables, state: number, before?: VisibleSet) {
		this.#tables = tables;
		this.state = state;
		this.marks = new Uint8Array(tables.documents.size);
		this.#edgeMarks = new Uint8Array(tables.edgeTexts.documentCount);
		this.#passageMarks = new Uint8Array(tables.texts.passageCount);
		if (before === undefined) return;
		this.marks.set(before.marks);
		this.#edgeMarks.set(before.#edgeMarks);
		this.#passageMarks.set(before.#passageMarks);
		this.#sums = { ...before.#sums };
	}

	static mark(tables: GraphTables, state: number, mayRead: DocumentRule): VisibleSet {
		const set = new VisibleSet(tables, state);
		const { documents, edgeTexts } = tables;
		for (let node = 0; node < documents.ids.size; node += 1) set.#markNode(node, mayRead);
		for (let text = 0; text < edgeTexts.documentCount; text += 1) set.#markEdgeText(text);
		return set;
	}

	/** The marks of a later state, under the same rights. */
	follow(state: number, touched: readonly Touched[], mayRead: DocumentRule): VisibleSet {
		const { documents, edges, edgeTexts } = this.#tables;
		const set = new VisibleSet(this.#tables, state, this);
		const nodes = new Set(touched.flatMap((each) => each.nodes));
		const changedEdges = new Set(touched.flatMap((each) => each.edges));
		for (const node of nodes) {
			for (let old = documents.currentOf(node); old >= 0; old = documents.previousOf(old)) set.#unmark(old);
			set.#markNode(node, mayRead);
		}
		if (edgeTexts.documentCount === 0) return set;
		for (const node of nodes) {
			for (const list of [edges.outgoing, edges.incoming]) {
				list.some(node, (edge) => {
					changedEdges.add(edge);
					return false;
				});
			}
		}
		for (const edge of changedEdges) set.#markEdgeText(edges.textDocumentOf(edge));
		return set;
	}

	get count(): number {
		return this.#sums.documents;
	}

	/** The visible document of an entity, or -1. It need not be the newest, since others may have written since. */
	documentOf(node: number): number {
		if (node < 0) return -1;
		const { documents } = this.#tables;
		let document = documents.currentOf(node);
		while (document >= 0 && this.marks[document] !== 1) document = documents.previousOf(document);
		return document;
	}

	/** Passages of texts. */
	get passages(): VisibleDocuments {
		const averageLength = this.#sums.textLength / (this.#sums.passages || 1);
		return { count: this.#sums.passages, averageLength, marks: this.#passageMarks };
	}

	/** 1 for every passage that many of the texts this reader may read hold alike. */
	get repeated(): Uint8Array {
		this.#repeated ??= this.#tables.texts.findRepeated(this.marks);
		return this.#repeated;
	}

	get titles(): VisibleDocuments {
		return {
			count: this.#sums.documents,
			averageLength: this.#sums.titleLength / (this.#sums.documents || 1),
			marks: this.marks,
		};
	}

	get edgeTexts(): VisibleDocuments {
		const averageLength = this.#sums.edgeLength / (this.#sums.edges || 1);
		return { count: this.#sums.edges, averageLength, marks: this.#edgeMarks };
	}

	#markNode(node: number, mayRead: DocumentRule): void {
		const { documents } = this.#tables;
		const document = documents.currentOf(node);
		if (document < 0 || documents.isDeleted(document) || !mayRead(document)) return;
		this.#set(document, 1);
	}

	#unmark(document: number): void {
		if (this.marks[document] === 1) this.#set(document, 0);
	}

	#set(document: number, mark: 0 | 1): void {
		const { texts, titles } = this.#tables;
		const change = mark === 1 ? 1 : -1;
		this.marks[document] = mark;
		this.#sums.documents += change;
		this.#sums.titleLength += change * titles.lengthOf(document);
		const end = texts.endOf(document);
		for (let passage = texts.firstOf(document); passage < end; passage += 1) {
			this.#passageMarks[passage] = mark;
			this.#sums.passages += change;
			this.#sums.textLength += change * texts.postings.lengthOf(passage);
		}
	}

	#markEdgeText(text: number): void {
		if (text < 0) return;
		const { edges, edgeTexts } = this.#tables;
		const edge = this.#tables.edgeOfText(text);
		const isVisible =
			edges.isThere(edge, this.state) &&
			this.documentOf(edges.sourceOf(edge)) >= 0 &&
			this.documentOf(edges.targetOf(edge)) >= 0;
		const change = (isVisible ? 1 : 0) - (this.#edgeMarks[text] as number);
		this.#edgeMarks[text] = isVisible ? 1 : 0;
		this.#sums.edges += change;
		this.#sums.edgeLength += change * edgeTexts.lengthOf(text);
	}
}
