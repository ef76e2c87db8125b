import type { RelationReading } from "../../graph/model/relations.ts";
import type { Candidate, Subject } from "./candidate.ts";

/** A neighbour once, however many relations join it to the focus. */
export interface LinkedEntity {
	readonly node: Subject;
	/** The title on its line. */
	readonly title: string;
	/** Its place among all neighbours: what is being worked on first, then what is newer. */
	readonly rank: number;
	readonly relations: readonly (RelationReading & { readonly edgeId: string })[];
	/** The candidate that accounts for it where only its line is shown. */
	readonly candidate: Candidate;
	/** A label that sets it apart, such as being the context document of the project. */
	readonly marker?: string;
}

export interface LinkedGroup {
	/** "Plans", "Dependent Tasks", … */
	readonly heading: string;
	/** "plans", "tasks", …: what an overflow line counts. */
	readonly noun: string;
	readonly singular: string;
	/** Work in progress comes first. */
	readonly entities: readonly LinkedEntity[];
	/** Shown with the group without being linked to the focus, and so not counted. */
	readonly added?: LinkedEntity;
}
