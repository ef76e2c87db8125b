import type { Entity } from "../../graph/model/entity.ts";
import type { RelationReading } from "../../graph/model/relations.ts";

/** What a line about a linked entity says of it. */
export type LinkedNode = Pick<Entity, "id" | "ref" | "kind" | "title" | "state_key" | "created_at">;

/** A neighbour once, however many relations join it to the focus. */
export interface LinkedEntity {
	readonly node: LinkedNode;
	readonly relations: readonly (RelationReading & { readonly edgeId: string })[];
}

export interface LinkedGroup {
	/** "Plans", "Dependent Tasks", … */
	readonly heading: string;
	/** "plans", "tasks", …: what an overflow line counts. */
	readonly noun: string;
	readonly entities: readonly LinkedEntity[];
}
