import type { Answer } from "../../../contract/frozen.ts";
import type { pathSchema } from "../../../contract/search.ts";
import type { EntityHeader } from "../../model/entity.ts";
import type { Evidence, QuestionWord } from "../../model/question-word.ts";

export type LegName = "words" | "fuzzy" | "meaning" | "graph";

export interface SearchQuery {
	readonly query: string;
	/** The conversation before the question: its words are looked for too, and count less. */
	readonly background?: string | undefined;
	/** The entity that the question is asked from: its neighbours count a little more. */
	readonly focus?: string | undefined;
	readonly projectId?: string | undefined;
	readonly kinds?: readonly string[] | undefined;
	/** Left out as if they were not there to be found; they can still be passed through. */
	readonly exclude?: readonly string[] | undefined;
	/** Pairs that count as not connected, even if something joins them. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
	/** Without it, or with a model that made none of the stored vectors, the meaning leg is silent. */
	readonly queryVector?: Float32Array | undefined;
	readonly without?: readonly LegName[] | undefined;
	/** Terms that an answer holds all of, and terms that it holds none of. */
	readonly required?: readonly string[] | undefined;
	readonly banned?: readonly string[] | undefined;
	/** The last word while it is being typed, folded. */
	readonly prefix?: string | undefined;
	/** From so many texts on that hold every word, the words leg leaves the others out. */
	readonly allWordsFirst?: number | undefined;
	/** True leaves out archived entities. */
	readonly skipArchived?: boolean | undefined;
	/** How many hits are returned in full; all of them are counted. */
	readonly limit?: number | undefined;
}

/** A question as it is looked for. */
export interface Correction {
	/** With what was probably meant in the place of every slip. */
	readonly text: string;
	/** The replaced words as they were typed, each with its replacement. */
	readonly replaced: readonly { readonly typed: string; readonly instead: string }[];
	/** The terms that replace typed ones or are looked for as well, and how much each counts. */
	readonly near: ReadonlyMap<string, number>;
}

export interface SearchOutcome {
	/** Best first. */
	readonly hits: readonly SearchHit[];
	/** How much matched in all. */
	readonly total: number;
	/** The question that was probably meant, without slips. */
	readonly correction: Correction;
	readonly evidence: Evidence;
	/** The words of the question, and how much of it each is. */
	readonly words: readonly QuestionWord[];
}

export interface LegHit {
	readonly leg: LegName;
	readonly rank: number;
	/** 0 to 1 within the leg; for embeddings, the model's own scale mapped to 0 to 1. */
	readonly score: number;
}

/** One step from something that matched to something that did not. */
export type HitStep = Answer<typeof pathSchema>[number];

/**
 * A passage of a hit by its place in the text, and how well it fits relative to the best one of the hit, which is 1.
 */
export interface PassageHit {
	readonly ordinal: number;
	readonly score: number;
	/** Which words of the question it holds, with its title and headings, by their place in `SearchOutcome.words`. */
	readonly held: readonly number[];
}

export interface SearchHit {
	readonly node: EntityHeader;
	/** How well its own words and meaning fit, wherever the graph leads: 1 for what fits best. */
	readonly fit: number;
	/** Best first; empty when no passage holds anything of the question. */
	readonly passages: readonly PassageHit[];
	/** 1 for what the question calls by its name; below, the best hit has the same score in every question. */
	readonly score: number;
	readonly legs: readonly LegHit[];
	/**
	 * Where nobody has drawn an edge at the best hit: how much of what it leads to, by names that it mentions or rare nouns
	 * that both hold, is this one.
	 */
	readonly joined: number;
	/** From what matched to this hit, when the graph found it. */
	readonly path?: readonly HitStep[];
}

/** A question with its entities as documents. */
export interface ResolvedQuery extends SearchQuery {
	readonly focusDocument: number | undefined;
	readonly excluded: ReadonlySet<number>;
	readonly apartFrom: ReadonlyMap<number, ReadonlySet<number>>;
	/** Terms that were put in the place of slips or may be meant as well, and how much each counts. */
	readonly near: Correction["near"];
	/** How much a word counts: one that was said before and is not asked now counts less. */
	readonly weightOf: (term: string) => number;
}
