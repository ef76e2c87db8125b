import { type Edge, type Entity, foldTitle } from "../../model/entity.ts";
import { ConflictError } from "../../model/errors.ts";
import type { OwnKindRow } from "../../model/own-kind.ts";
import type { Queryable } from "../engine/db.ts";
import { EDGE_COLUMNS, ENTITY_COLUMNS, entityAssignments } from "./entity-columns.ts";
import { insertRows, selectRows } from "./insert-rows.ts";
import { deleteRows } from "./load-entities.ts";

/** A row before and after. A write is a list of these: applied, logged, followed by the resident graph and undone. */
export type RowChange =
	| { readonly table: "entity"; readonly before: Entity | null; readonly after: Entity }
	| { readonly table: "edge"; readonly before: Edge | null; readonly after: Edge | null }
	| { readonly table: "own_kind"; readonly before: OwnKindRow | null; readonly after: OwnKindRow | null };

export const rowIdOf = (change: RowChange): string => (change.after ?? change.before)?.id ?? "";

type EntityRow = Entity & { readonly title_key: string };

const COLUMNS = { title_key: "text", ...ENTITY_COLUMNS } as const;

const withTitleKey = (entity: Entity): EntityRow => ({ ...entity, title_key: foldTitle(entity.title) });

async function writeEntities(
	tx: Queryable,
	workspaceId: string,
	changes: readonly RowChange[],
): Promise<void> {
	const created: EntityRow[] = [];
	const updated: EntityRow[] = [];
	for (const change of changes) {
		if (change.table === "entity") (change.before ? updated : created).push(withTitleKey(change.after));
	}
	await insertRows(tx, {
		table: "entity",
		shared: { workspace_id: workspaceId },
		columns: COLUMNS,
		rows: created,
	});
	if (updated.length > 0) {
		const { sql, params } = selectRows({ shared: {}, columns: COLUMNS, rows: updated });
		const written = await tx.query(
			`UPDATE entity SET title_key = r.title_key, ${entityAssignments} FROM (${sql}) AS r
				WHERE entity.workspace_id = $${params.length + 1} AND entity.id = r.id AND entity.version = r.version - 1
				RETURNING entity.id`,
			[...params, workspaceId],
		);
		// A row that did not match was changed by somebody else between our read and our write.
		if (written.length !== updated.length)
			throw new ConflictError("The rows changed while this was written. Read them again and retry.");
	}
}

async function writeEdges(tx: Queryable, workspaceId: string, changes: readonly RowChange[]): Promise<void> {
	const removed: string[] = [];
	const written: Edge[] = [];
	for (const change of changes) {
		if (change.table !== "edge") continue;
		if (change.before) removed.push(change.before.id);
		if (change.after) written.push(change.after);
	}
	await deleteRows(tx, workspaceId, ["edge", "id"], removed);
	const shared = { workspace_id: workspaceId };
	await insertRows(tx, { table: "edge", shared, columns: EDGE_COLUMNS, rows: written });
}

async function writeOwnKinds(
	tx: Queryable,
	workspaceId: string,
	changes: readonly RowChange[],
): Promise<void> {
	for (const change of changes) {
		if (change.table !== "own_kind") continue;
		const { before, after } = change;
		if (before) {
			await tx.query("DELETE FROM own_kind WHERE workspace_id = $1 AND id = $2", [workspaceId, before.id]);
		}
		if (after) {
			await tx.query(
				"INSERT INTO own_kind (workspace_id, id, kind, definition, version) VALUES ($1, $2, $3, $4::jsonb, $5)",
				[workspaceId, after.id, after.kind, JSON.stringify(after.definition), after.version],
			);
		}
	}
}

/** Applies the changes; the entities go first because edges point at them. */
export async function applyRowChanges(
	tx: Queryable,
	workspaceId: string,
	changes: readonly RowChange[],
): Promise<void> {
	await writeOwnKinds(tx, workspaceId, changes);
	await writeEntities(tx, workspaceId, changes);
	await writeEdges(tx, workspaceId, changes);
}
