import type { RelationReading } from "../../graph/model/relations.ts";
import type { Candidate } from "./candidate.ts";

/** A neighbour once, however many relations join it to the focus. */
export interface LinkedEntity {
	readonly candidate: Candidate;
	readonly relations: readonly (RelationReading & { readonly edgeId: string })[];
}

export interface LinkedGroup {
	/** "Plans", "Dependent Tasks", … */
	readonly heading: string;
	/** "plans", "tasks", …: what an overflow line counts. */
	readonly noun: string;
	readonly entities: readonly LinkedEntity[];
}
