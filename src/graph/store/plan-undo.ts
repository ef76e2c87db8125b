import { type AccessSet, mayWrite } from "../model/access.ts";
import type { Edge, Entity } from "../model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError } from "../model/errors.ts";
import { isId } from "../model/ids.ts";
import type { Queryable } from "./db.ts";
import { entityColumns } from "./entity-columns.ts";
import type { RowChange } from "./row-change.ts";

type LoggedRow =
	| { readonly table_name: "entity"; readonly before: Entity | null; readonly after: Entity }
	| { readonly table_name: "edge"; readonly before: Edge | null; readonly after: Edge | null };

async function loadLoggedRows(tx: Queryable, workspaceId: string, changeId: string): Promise<LoggedRow[]> {
	const rows = await tx.query<LoggedRow>(
		`SELECT r.table_name, r.before, r.after FROM change c
			JOIN change_row r ON r.workspace_id = c.workspace_id AND r.revision = c.revision
			WHERE c.workspace_id = $1 AND c.id = $2::uuid ORDER BY r.ordinal`,
		[workspaceId, changeId],
	);
	if (rows.length === 0) throw new EntityNotFoundError("change");
	return rows;
}

/** The entity a row's rights hang on: itself, or the source of an edge. */
const guardingId = (row: LoggedRow): string => {
	if (row.table_name === "entity") return row.after.id;
	return (row.after ?? row.before)?.src_id ?? "";
};

/** What comes back is the row as it was, under a new version; what the change created goes to the trash. */
function revertRow(row: LoggedRow, now: string): RowChange {
	if (row.table_name === "edge") return { table: "edge", before: row.after, after: row.before };
	const restored = row.before ?? { ...row.after, deleted_at: now };
	return { table: "entity", before: row.after, after: { ...restored, version: row.after.version + 1 } };
}

/**
 * The row changes that take a change back. Every row must still be as the change left it: an undo that
 * skipped a row which moved on would leave a state nobody ever saw.
 */
export async function planUndo(input: {
	readonly tx: Queryable;
	readonly access: AccessSet;
	readonly changeId: string;
	readonly now: string;
}): Promise<RowChange[]> {
	const { tx, access, changeId, now } = input;
	if (!isId(changeId)) throw new EntityNotFoundError("change");
	const logged = await loadLoggedRows(tx, access.workspaceId, changeId);
	const rows = await tx.query<Entity>(
		`SELECT ${entityColumns()} FROM entity WHERE workspace_id = $1 AND id = ANY($2::uuid[])`,
		[access.workspaceId, [...new Set(logged.map(guardingId))]],
	);
	const current = new Map(rows.map((entity) => [entity.id, entity]));
	const untouchable = rows.filter((entity) => !mayWrite(access, entity));
	if (untouchable.length === rows.length) throw new EntityNotFoundError("change");
	if (untouchable.length > 0) {
		throw new ForbiddenError("This change touched things you may not change, so you cannot undo it.");
	}
	const edges = await tx.query<{ id: string }>(
		"SELECT id FROM edge WHERE workspace_id = $1 AND id = ANY($2::uuid[])",
		[
			access.workspaceId,
			logged.flatMap((row) => (row.table_name === "edge" && row.after ? [row.after.id] : [])),
		],
	);
	const edgesLeft = new Set(edges.map((edge) => edge.id));
	const overtaken = logged.filter((row) =>
		row.table_name === "entity"
			? current.get(row.after.id)?.version !== row.after.version
			: row.after !== null && !edgesLeft.has(row.after.id),
	);
	if (overtaken.length > 0) {
		throw new ConflictError(
			"Something has changed since, so this cannot be undone as a whole. Undo the later changes first.",
			{ rows: overtaken.map((row) => (row.after ?? row.before)?.id) },
			"overtaken",
		);
	}
	return logged.map((row) => revertRow(row, now));
}
