import type { Queryable } from "../../src/graph/store/engine/db.ts";

/** Lets a person or a group read or write an entity of anybody's, without asking its owner; null takes that back. */
export async function setShare(
	db: Queryable,
	share: {
		readonly workspaceId: string;
		readonly entityId: string;
		readonly granteeId: string;
		readonly level: "read" | "write" | null;
	},
): Promise<void> {
	const { workspaceId, entityId, granteeId, level } = share;
	await db.query("UPDATE workspace SET permission_epoch = permission_epoch + 1 WHERE id = $1", [workspaceId]);
	if (level === null) {
		await db.query("DELETE FROM share WHERE workspace_id = $1 AND entity_id = $2 AND grantee_id = $3", [
			...[workspaceId, entityId, granteeId],
		]);
		return;
	}
	await db.query(
		`INSERT INTO share (workspace_id, entity_id, grantee_id, level, since)
			SELECT $1, $2, $3, $4, revision FROM workspace WHERE id = $1
			ON CONFLICT (workspace_id, entity_id, grantee_id) DO UPDATE SET level = excluded.level`,
		[workspaceId, entityId, granteeId, level],
	);
}
