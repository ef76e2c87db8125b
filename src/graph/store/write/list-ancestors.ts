import { type AccessSet, type Guarded, mayRead, mayWrite } from "../../model/access.ts";
import type { Edge, Entity } from "../../model/entity.ts";
import { ACYCLIC_RELATIONS } from "../../model/relations.ts";
import type { Queryable } from "../engine/db.ts";
import type { RowChange } from "../tables/row-change.ts";

/** An edge of a relation that builds trees, with what decides who may know of its upper end. */
export type AncestorEdge = Pick<Edge, "src_id" | "dst_id"> & Omit<Guarded, "id"> & Pick<Entity, "deleted_at">;

/** The columns of `entity s` that an ancestor edge needs. */
export const ANCESTOR_GUARD = "s.project_id, s.visibility, s.owner_id, s.deleted_at";

/** Whether somebody may know that an edge is there; what lies in the trash is known to those who may take it out. */
export function knowsAncestor(
	access: AccessSet,
	{ src_id: id, deleted_at, ...guard }: AncestorEdge,
): boolean {
	const upper = { id, ...guard };
	return mayRead(access, upper) && (deleted_at === null || mayWrite(access, upper));
}

/** Everything above an entity, itself among it, as far up as somebody may follow. */
function listAncestors(access: AccessSet, id: string, edges: readonly AncestorEdge[]): ReadonlySet<string> {
	const known = edges.filter((edge) => knowsAncestor(access, edge));
	const above = new Set([id]);
	for (const reached of above) {
		for (const { src_id: upper, dst_id: lower } of known) if (lower === reached) above.add(upper);
	}
	return above;
}

/** The edges above $3 by $2, looking past the edges $4. */
const ABOVE = `
	WITH RECURSIVE above AS (
		SELECT src_id, dst_id FROM edge
			WHERE workspace_id = $1 AND rel = $2 AND origin = 'stated' AND dst_id = $3 AND id <> ALL($4::uuid[])
		UNION
		SELECT e.src_id, e.dst_id FROM edge e JOIN above ON e.dst_id = above.src_id
			WHERE e.workspace_id = $1 AND e.rel = $2 AND e.origin = 'stated' AND e.id <> ALL($4::uuid[])
	) SELECT a.src_id, a.dst_id, ${ANCESTOR_GUARD} FROM above a JOIN entity s ON s.workspace_id = $1 AND s.id = a.src_id`;

/** Edges that would close a cycle in a tree, as far as the undoer may know: a refusal must not reveal hidden entities. */
export async function findClosedTrees(
	tx: Queryable,
	access: AccessSet,
	changes: readonly RowChange[],
): Promise<readonly string[]> {
	const edges = changes.flatMap((change) => (change.table === "edge" ? [change] : []));
	const leaving = edges.flatMap(({ before, after }) => (before && !after ? [before.id] : []));
	const closed: string[] = [];
	for (const { before, after } of edges) {
		if (before || !after || !ACYCLIC_RELATIONS.includes(after.rel)) continue;
		const params = [access.workspaceId, after.rel, after.src_id, leaving];
		const edges = await tx.query<AncestorEdge>(ABOVE, params);
		if (listAncestors(access, after.src_id, edges).has(after.dst_id)) closed.push(after.id);
	}
	return closed;
}
