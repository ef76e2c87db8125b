import { type Entity, foldTitle } from "../model/entity.ts";
import type { Derivation } from "./derivation.ts";

/** The table that look-ups by another name use, brought in step with the entities that name them. */
export async function replaceAliases({ tx, access }: Derivation, entities: readonly Entity[]): Promise<void> {
	if (entities.length === 0) return;
	await tx.query("DELETE FROM alias WHERE workspace_id = $1 AND entity_id = ANY($2::uuid[])", [
		access.workspaceId,
		entities.map((entity) => entity.id),
	]);
	const rows = entities.flatMap((entity) =>
		[...new Set(entity.aliases.map(foldTitle))].map((key) => ({ title_key: key, entity_id: entity.id })),
	);
	if (rows.length === 0) return;
	await tx.query(
		`INSERT INTO alias (workspace_id, title_key, entity_id)
			SELECT $1, r.title_key, r.entity_id FROM json_to_recordset($2::json) AS r(title_key text, entity_id uuid)`,
		[access.workspaceId, JSON.stringify(rows)],
	);
}
