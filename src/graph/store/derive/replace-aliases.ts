import { type Entity, foldTitle } from "../../model/entity.ts";
import { insertRows } from "../tables/insert-rows.ts";
import type { Derivation } from "./derivation.ts";

/** The table that look-ups by another name use, brought in step with the entities that name them. */
export async function replaceAliases({ tx, access }: Derivation, entities: readonly Entity[]): Promise<void> {
	const former = entities.filter((entity) => entity.version > 1).map((entity) => entity.id);
	if (former.length > 0) {
		await tx.query("DELETE FROM alias WHERE workspace_id = $1 AND entity_id = ANY($2::uuid[])", [
			access.workspaceId,
			former,
		]);
	}
	const rows = entities.flatMap((entity) =>
		[...new Set(entity.aliases.map(foldTitle))].map((key) => ({ title_key: key, entity_id: entity.id })),
	);
	await insertRows(tx, {
		table: "alias",
		shared: { workspace_id: access.workspaceId },
		columns: { title_key: "text", entity_id: "uuid" },
		rows,
	});
}
