import type { Entity } from "../../graph/model/entity.ts";
import type { Direction } from "../../graph/model/relations.ts";
import type { CollectorName } from "./recipe.ts";
import type { SectionType } from "./section.ts";

/** One step of the way from the question to an item. */
export interface PathStep {
	readonly id: string;
	readonly title: string;
	readonly relation?: string;
	readonly direction?: Direction;
}

/** Something a collector found, and why. */
export interface Candidate {
	readonly id: string;
	readonly collector: CollectorName;
	readonly section: SectionType;
	/** The collector's own judgement, 0 to 1. */
	readonly relevance: number;
	readonly path: readonly PathStep[];
	readonly reason: string;
	/** Without it the context answers another question, so it is never left out. */
	readonly mandatory?: true;
}

/** The five parts of a score, each 0 to 1. */
export interface ScoreParts {
	readonly semantic: number;
	readonly structural: number;
	readonly recency: number;
	readonly typeMatch: number;
	readonly userAffinity: number;
}

export interface RankedItem {
	readonly entity: Entity;
	readonly candidate: Candidate;
	readonly scores: ScoreParts;
	readonly score: number;
}

/** How much of an entity is shown. A clipped full form says so and how to get the rest. */
export type FormName = "full" | "clipped" | "light" | "title";

export interface Form {
	readonly form: FormName;
	/** Ends in a newline and starts with neither white space nor a slash, so that token counts add up. */
	readonly text: string;
	readonly tokens: number;
}

export interface RenderedItem extends RankedItem {
	/** From rich to poor. */
	readonly forms: readonly Form[];
}

export interface FittedItem extends RankedItem {
	readonly chosen: Form;
}

export interface Omission {
	readonly id: string;
	readonly kind: string;
	readonly title: string;
	readonly reason: "budget" | "limit" | "not_found";
	readonly tokens?: number;
}
