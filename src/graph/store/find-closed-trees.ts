import { ACYCLIC_RELATIONS } from "../model/relations.ts";
import type { Queryable } from "./db.ts";
import type { RowChange } from "./row-change.ts";

/** Whether $4 stands above $3 by $2, looking past the edges $5. */
const STANDS_ABOVE = `
	WITH RECURSIVE above AS (
		SELECT src_id FROM edge
			WHERE workspace_id = $1 AND rel = $2 AND origin = 'stated' AND dst_id = $3 AND id <> ALL($5::uuid[])
		UNION
		SELECT e.src_id FROM edge e JOIN above ON e.dst_id = above.src_id
			WHERE e.workspace_id = $1 AND e.rel = $2 AND e.origin = 'stated' AND e.id <> ALL($5::uuid[])
	) SELECT src_id FROM above WHERE src_id = $4 LIMIT 1`;

/** The edges that cannot come back, because a tree that was turned round since would then hold itself. */
export async function findClosedTrees(
	tx: Queryable,
	workspaceId: string,
	changes: readonly RowChange[],
): Promise<readonly string[]> {
	const edges = changes.flatMap((change) => (change.table === "edge" ? [change] : []));
	const leaving = edges.flatMap(({ before, after }) => (before && !after ? [before.id] : []));
	const closed: string[] = [];
	for (const { before, after } of edges) {
		if (before || !after || !ACYCLIC_RELATIONS.includes(after.rel)) continue;
		const params = [workspaceId, after.rel, after.src_id, after.dst_id, leaving];
		if ((await tx.query(STANDS_ABOVE, params)).length > 0) closed.push(after.id);
	}
	return closed;
}
