import type { Direction } from "../../model/relations.ts";
import type { Connections } from "../connect/connections.ts";
import type { Vocabulary } from "../connect/vocabulary.ts";
import type { Language } from "../languages/language.ts";
import type { PassagePostings } from "../passage-postings.ts";
import type { PassageVectors } from "../passage-vectors.ts";
import type { Postings } from "../postings.ts";
import type { ScoreRows } from "../score-row.ts";
import type { DocumentTable } from "./document-table.ts";
import type { EdgeTable } from "./edge-table.ts";
import type { NameTable } from "./name-table.ts";

/** The parts of a graph that searching reads. They hold what everybody wrote; `Surface` says what of it one reader sees. */
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
	/** What a search adds up its scores in. */
	readonly scoreRows: ScoreRows;
	/** How words are made of texts, in the graph and in questions alike. */
	readonly language: Language;
	/** Whose text a document of `edgeTexts` is. */
	edgeOfText(document: number): number;
}

/** A graph at one state with what one reader may see of it. Documents are numbers; those not marked do not exist. */
export interface Surface
	extends Pick<GraphTables, "documents" | "edges" | "vocabulary" | "texts" | "connections"> {
	readonly marks: Uint8Array;
	/** The edges of a visible document to visible ones. */
	eachLink(document: number, visit: (edge: number, other: number, seenFrom: Direction) => void): void;
}
