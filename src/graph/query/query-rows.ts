import type { Entity } from "../model/entity.ts";

/** What a query can ask of an entity. */
export type QueryRow = Pick<
	Entity,
	| "id"
	| "ref"
	| "kind"
	| "project_id"
	| "title"
	| "aliases"
	| "state_key"
	| "type_key"
	| "props"
	| "created_at"
	| "updated_at"
	| "completed_at"
	| "archived_at"
>;

/**
 * All that a query can reach, and nothing the reader may not see: what is absent here is absent from every answer,
 * count, sort and reference.
 */
export interface QueryRows {
	ofKind(kind: string): Iterable<QueryRow>;
	row(id: string): QueryRow | undefined;
}
