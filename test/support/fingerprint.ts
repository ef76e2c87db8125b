import { createHash } from "node:crypto";
import type { Queryable } from "../../src/graph/store/engine/db.ts";

/** Every byte that a workspace keeps in any table, its log and its derived rows included: equal means nothing was written. */
export async function takeFingerprint(db: Queryable, workspaceId: string): Promise<string> {
	const tables = await db.query<{ name: string }>(
		`SELECT table_name AS name FROM information_schema.columns
			WHERE column_name = 'workspace_id' AND table_schema = 'public' ORDER BY table_name`,
	);
	const hash = createHash("sha256");
	for (const { name } of tables) {
		const rows = await db.query<{ line: string }>(
			`SELECT t::text AS line FROM ${name} t WHERE workspace_id = $1 ORDER BY 1`,
			[workspaceId],
		);
		hash.update(`${name}\n${rows.map((row) => row.line).join("\n")}\n`);
	}
	const [workspace] = await db.query<{ line: string }>(
		"SELECT w::text AS line FROM workspace w WHERE id = $1",
		[workspaceId],
	);
	return hash.update(workspace?.line ?? "").digest("hex");
}
