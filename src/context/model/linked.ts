import type { RelationReading } from "../../graph/model/relations.ts";
import type { Candidate, Subject } from "./candidate.ts";

/** A neighbour once, however many relations join it to the focus. */
export interface LinkedEntity {
	readonly node: Subject;
	/** As its line shows it. */
	readonly title: string;
	/** Its place among all neighbours: what is being worked on first, then what is newer. */
	readonly rank: number;
	readonly relations: readonly (RelationReading & { readonly edgeId: string })[];
	/** How it would be accounted for, were its line all that stands of it. */
	readonly candidate: Candidate;
	/** What makes it stand out among the others, such as being the context document of the project. */
	readonly marker?: string;
}

export interface LinkedGroup {
	/** "Plans", "Dependent Tasks", … */
	readonly heading: string;
	/** "plans", "tasks", …: what an overflow line counts. */
	readonly noun: string;
	readonly singular: string;
	/** Those that are being worked on first. */
	readonly entities: readonly LinkedEntity[];
	/** Shown with the group without being linked to the focus, and so not counted. */
	readonly added?: LinkedEntity;
}
