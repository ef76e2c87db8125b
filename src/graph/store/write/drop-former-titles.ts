import type { AccessSet } from "../../model/access.ts";
import type { Entity } from "../../model/entity.ts";
import { forgetRetiredBlocks } from "../derive/sync-blocks.ts";
import type { Queryable } from "../engine/db.ts";
import { entityColumns } from "../tables/entity-columns.ts";
import { loadKinds } from "../tables/kinds.ts";
import type { RowChange } from "../tables/row-change.ts";
import { loadFormerTitles } from "./load-rows.ts";
import { lockWorkspace, writePlan } from "./write-plan.ts";

/** Rights are changed by signed-in persons only, so this is a person's own change. */
const VIA = "http";

/**
 * Prepares things for other readers: removes their earlier titles, which only serve links that were written with them
 * and which those readers should not learn, and the ids of text that was cut out. Returns the revision from which on
 * the new readers see the things.
 */
export async function dropFormerTitles(
	tx: Queryable,
	access: AccessSet,
	place: { readonly entityId: string } | { readonly projectId: string },
): Promise<number> {
	const { workspaceId } = access;
	const locked = await lockWorkspace(tx, workspaceId);
	const [column, id] =
		"entityId" in place ? (["id", place.entityId] as const) : (["project_id", place.projectId] as const);
	const named = await tx.query<Entity>(
		`SELECT ${entityColumns("e.")} FROM entity e
			WHERE e.workspace_id = $1 AND e.${column} = $2::uuid AND e.aliases <> '{}' AND EXISTS (
				SELECT FROM change_row r WHERE r.workspace_id = $1 AND r.row_id = e.id AND r.table_name = 'entity'
					AND r.before->>'title' = ANY(e.aliases))
			ORDER BY e.id`,
		[workspaceId, id],
	);
	const former = await loadFormerTitles(
		tx,
		workspaceId,
		named.map((entity) => entity.id),
	);
	const now = new Date().toISOString();
	const changes = named.flatMap((before): RowChange[] => {
		const aliases = before.aliases.filter((alias) => !former.get(before.id)?.has(alias));
		if (aliases.length === before.aliases.length) return [];
		const after = { ...before, aliases, updated_at: now, version: before.version + 1 };
		return [{ table: "entity", before, after }];
	});
	await forgetRetiredBlocks(tx, workspaceId, { column, ids: [id] });
	const kinds = await loadKinds(tx, workspaceId);
	const plan = { changes, touched: [], newProjects: [], edges: [], unconverted: [], kinds };
	const { committed } = await writePlan({ tx, access, locked, plan, via: VIA, undoes: null, now });
	return committed.revision;
}
