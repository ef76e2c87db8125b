import { createHash } from "node:crypto";
import type { Queryable } from "../../src/graph/store/engine/db.ts";

/**
 * The content of a workspace and the rights to it, as one list of rows in a fixed order. Left out is everything two
 * equal states may differ in: versions, times of change, the log, the trash (an undone creation ends there) and rows
 * derived from text and fields, which follow from the rest.
 */
const STATE = `
	WITH live AS (
		SELECT e.* FROM entity e
		LEFT JOIN entity p ON p.workspace_id = e.workspace_id AND p.id = e.project_id
		WHERE e.workspace_id = $1 AND e.deleted_at IS NULL AND (e.project_id IS NULL OR p.deleted_at IS NULL)
	)
	SELECT 'entity' AS part, id::text AS key,
			to_jsonb(live) - '{workspace_id,title_key,version,updated_at}'::text[] AS row FROM live
	UNION ALL
	SELECT 'edge', id::text, to_jsonb(edge) - 'workspace_id' FROM edge
		WHERE workspace_id = $1 AND origin = 'stated'
			AND src_id IN (SELECT id FROM live) AND dst_id IN (SELECT id FROM live)
	UNION ALL
	SELECT 'attachment', t.entity_id || ' ' || t.path, to_jsonb(t.hash) FROM attachment t JOIN live ON live.id = t.entity_id
		WHERE t.workspace_id = $1 AND live.held_files->>t.path = t.hash
	UNION ALL
	SELECT 'kind', kind, definition FROM own_kind WHERE workspace_id = $1
	UNION ALL
	SELECT 'member', account_id::text, to_jsonb(role) FROM member WHERE workspace_id = $1
	UNION ALL
	SELECT 'project', project_id::text, to_jsonb(visibility) FROM project_access
		WHERE workspace_id = $1 AND project_id IN (SELECT id FROM live)
	UNION ALL
	SELECT 'project member', project_id || ' ' || account_id, to_jsonb(role) FROM project_member
		WHERE workspace_id = $1 AND project_id IN (SELECT id FROM live)
	UNION ALL
	SELECT 'group', id::text, to_jsonb(name) FROM account_group WHERE workspace_id = $1
	UNION ALL
	SELECT 'group member', group_id || ' ' || account_id, 'null' FROM account_group_member WHERE workspace_id = $1
	UNION ALL
	SELECT 'share', entity_id || ' ' || grantee_id, to_jsonb(level) FROM share
		WHERE workspace_id = $1 AND entity_id IN (SELECT id FROM live)
	ORDER BY 1, 2`;

/** Returns the same hash for two workspaces that hold the same things with the same rights, by any history. */
export async function hashState(db: Queryable, workspaceId: string): Promise<string> {
	const rows = await db.query<{ part: string; key: string; row: unknown }>(STATE, [workspaceId]);
	const hash = createHash("sha256");
	for (const { part, key, row } of rows) hash.update(`${part}\n${key}\n${JSON.stringify(row)}\n`);
	return hash.digest("hex");
}
