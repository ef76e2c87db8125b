import type { Direction } from "../../graph/model/relations.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Intent } from "./read-intent.ts";

/** Something a walk came to, and how. */
export interface Reached {
	readonly node: GraphNode;
	/** What led to it, from the subject on; the subject itself is not among them. */
	readonly through: readonly GraphNode[];
	/** How the edge reads that led to it: "Blocked by". */
	readonly label: string;
}

/** What is at the other end of a relation of the subject. */
export interface Walk {
	readonly from: GraphNode;
	/** "blocked by", as the subject says it. */
	readonly label: string;
	/** The relation and the end that is looked at; undefined where any relation to a kind was followed. */
	readonly along: { readonly rels: readonly string[]; readonly direction: Direction } | undefined;
	/** The terms by which it was asked for. */
	readonly terms: readonly string[];
	/** True where the relation was followed to its end, and only what is open is given. */
	readonly isChain: boolean;
	readonly reached: readonly Reached[];
}

/** A question as it was read: which things it names, which relation it asks for, which set by which rule. */
export interface QuestionPlan {
	/** Sets that it asks for by a rule; undefined where it asks for none. */
	readonly intent: Intent | undefined;
	/** The project that it names. */
	readonly project: GraphNode | undefined;
	/** What it is about: named, in focus, or carried over from what was said before. */
	readonly subject: GraphNode | undefined;
	/** It is shown before whatever was found: the question means it without naming it, or says nothing but its name. */
	readonly comesFirst: boolean;
	readonly walk: Walk | undefined;
	/** The question before, where this one asks about what that one listed. */
	readonly among: QuestionPlan | undefined;
	/** Terms that neither of these accounts for; what they mean is for the search to find. */
	readonly rest: readonly string[];
	/** What is searched for in its place, where its own words only say what is to be done: "Break this down". */
	readonly searchFor: string | undefined;
	/** Then only these kinds are looked for; all of them where it names none. */
	readonly searchKinds: readonly string[];
}
