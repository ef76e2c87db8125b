import type { EntityHeader } from "../model/entity.ts";
import { declareKind } from "../model/kind.ts";
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

/** `FROM any` queries all kinds; only attributes that every kind has can then be named. */
export const ANY = "any";

/** The kind of a query, or of the target of a relation, that is of no one kind. */
export const ANY_KIND = declareKind({
	...{ kind: ANY, plural: "things", label: "Thing", titleName: "name", bodyName: "body" },
	...{ scope: "workspace", light: [], icon: "shapes", hue: 0 },
});
