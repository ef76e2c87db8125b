import { KindRegistry } from "../model/kind-registry.ts";
import { makeOwnKind, type OwnKindDefinition } from "../model/own-kind.ts";
import type { Queryable } from "./db.ts";

/** The kinds of a workspace: those that ship and those its people defined. */
export async function loadKinds(db: Queryable, workspaceId: string): Promise<KindRegistry> {
	const rows = await db.query<{ definition: OwnKindDefinition }>(
		"SELECT definition FROM own_kind WHERE workspace_id = $1 ORDER BY kind",
		[workspaceId],
	);
	return new KindRegistry(rows.map((row) => makeOwnKind(row.definition)));
}

/** Adds or replaces a kind of the workspace's own. */
export async function saveOwnKind(
	db: Queryable,
	workspaceId: string,
	definition: OwnKindDefinition,
): Promise<void> {
	makeOwnKind(definition);
	await db.query(
		`INSERT INTO own_kind (workspace_id, kind, definition) VALUES ($1, $2, $3::jsonb)
			ON CONFLICT (workspace_id, kind) DO UPDATE SET definition = excluded.definition`,
		[workspaceId, definition.kind, JSON.stringify(definition)],
	);
}
