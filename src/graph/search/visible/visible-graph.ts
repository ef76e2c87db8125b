import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Direction } from "../../model/relations.ts";
import type { Connections } from "../connect/connections.ts";
import type { Vocabulary } from "../connect/vocabulary.ts";
import type { Language } from "../languages/language.ts";
import type { PassagePostings } from "../score/passage-postings.ts";
import type { PassageVectors } from "../score/passage-vectors.ts";
import type { Postings } from "../score/postings.ts";
import type { ScoreRows } from "../score/score-row.ts";
import type { DocumentTable } from "../tables/document-table.ts";
import type { EdgeTable } from "../tables/edge-table.ts";
import type { NameTable } from "../tables/name-table.ts";
import type { VisibleSet } from "./visible-set.ts";

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
