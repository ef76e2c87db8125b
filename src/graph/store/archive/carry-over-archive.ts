import type { Queryable } from "../engine/db.ts";

/** The files that an image of an entity lists among its properties, by path and hash. */
const filesOf = (image: string, entityId: string): string => `coalesce((
	SELECT jsonb_object_agg(t.path, t.hash) FROM attachment t
	WHERE t.workspace_id = $1 AND t.entity_id = ${entityId}
		AND jsonb_typeof(${image}->'props'->'attachments') = 'array' AND ${image}->'props'->'attachments' ? t.path
		AND coalesce(${image}->'props'->'attachment_versions'->>t.path, '1') = t.version::text), '{}')`;

const convertImages = (column: "before" | "after"): string => `UPDATE change_row r SET ${column} = (
		SELECT (i.image || jsonb_build_object('props', (i.image->'props') - 'attachments' - 'attachment_versions',
			'held_files', ${filesOf("i.image", "r.row_id")}))::json
		FROM (SELECT r.${column}::jsonb AS image) i)
	WHERE r.workspace_id = $1 AND r.table_name = 'entity' AND r.${column} IS NOT NULL
		AND EXISTS (SELECT FROM attachment t WHERE t.workspace_id = $1 AND t.entity_id = r.row_id)`;

/** What migration 14 does to a database, for one workspace that came from an archive of before. */
const STEPS: readonly string[] = [
	`UPDATE entity e SET held_files = ${filesOf("to_jsonb(e)", "e.id")}, props = e.props - 'attachments' - 'attachment_versions'
		WHERE e.workspace_id = $1 AND EXISTS (SELECT FROM attachment t WHERE t.workspace_id = $1 AND t.entity_id = e.id)`,
	convertImages("before"),
	convertImages("after"),
	`INSERT INTO audience_since (workspace_id, entity_id, revision)
		SELECT workspace_id, row_id, max(revision) FROM change_row
		WHERE workspace_id = $1 AND table_name = 'entity' AND before->>'visibility' <> after->>'visibility'
		GROUP BY workspace_id, row_id`,
	`INSERT INTO audience_since (workspace_id, entity_id, revision)
		SELECT p.workspace_id, p.project_id, w.revision FROM project_access p JOIN workspace w ON w.id = p.workspace_id
		WHERE p.workspace_id = $1 AND p.visibility = 'workspace' ON CONFLICT DO NOTHING`,
	"UPDATE share s SET since = w.revision FROM workspace w WHERE w.id = s.workspace_id AND s.workspace_id = $1",
];

/** Brings a workspace that was restored from an archive of format 1 to what this version writes. */
export async function carryOverArchive(tx: Queryable, workspaceId: string): Promise<void> {
	for (const step of STEPS) await tx.query(step, [workspaceId]);
}
