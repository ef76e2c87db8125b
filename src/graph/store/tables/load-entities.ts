import type { Entity } from "../../model/entity.ts";
import type { Queryable } from "../engine/db.ts";
import { entityColumns } from "./entity-columns.ts";

const TYPES = { id: "uuid", kind: "text" } as const;

/** Entities by their ids or kinds, readable or not, in the order of their ids. */
export async function loadEntities(
	tx: Queryable,
	workspaceId: string,
	column: keyof typeof TYPES,
	values: readonly string[],
): Promise<Entity[]> {
	if (values.length === 0) return [];
	return tx.query<Entity>(
		`SELECT ${entityColumns()} FROM entity
			WHERE workspace_id = $1 AND ${column} = ANY($2::${TYPES[column]}[]) ORDER BY id`,
		[workspaceId, values],
	);
}

/** Deletes the rows of a table that have one of these ids in a column. */
export async function deleteRows(
	tx: Queryable,
	workspaceId: string,
	[table, column]: readonly [table: string, column: string],
	ids: readonly string[],
): Promise<void> {
	if (ids.length === 0) return;
	await tx.query(`DELETE FROM ${table} WHERE workspace_id = $1 AND ${column} = ANY($2::uuid[])`, [
		...[workspaceId, ids],
	]);
}
