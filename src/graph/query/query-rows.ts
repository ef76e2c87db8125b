import type { EntityHeader } from "../model/entity.ts";
import type { Direction } from "../model/relations.ts";

/** The columns of an entity that a query can use. */
export type QueryRow = Omit<
	EntityHeader,
	"held_files" | "visibility" | "created_by" | "deleted_at" | "version"
>;

/** All that a query can reach: what the reader may not see is absent here, and so from every answer, count and sort. */
export interface QueryRows {
	/** All rows of a kind; of every kind where it is `any`. */
	ofKind(kind: string): Iterable<QueryRow>;
	row(id: string): QueryRow | undefined;
	/** The rows that edges join to a row, in a fixed order. */
	joined(id: string): readonly JoinedRow[];
	/** Whether some edge that the reader may see has this name. */
	hasRelation(rel: string): boolean;
}

export interface JoinedRow {
	readonly rel: string;
	readonly seenFrom: Direction;
	readonly row: QueryRow;
}
