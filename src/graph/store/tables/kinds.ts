import { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { makeOwnKind, type OwnKindRow } from "../../model/own-kind.ts";
import type { Queryable } from "../engine/db.ts";

export const loadOwnKinds = (db: Queryable, workspaceId: string): Promise<OwnKindRow[]> =>
	db.query<OwnKindRow>(
		"SELECT id, kind, definition, version FROM own_kind WHERE workspace_id = $1 ORDER BY kind",
		[workspaceId],
	);

export const registerKinds = (rows: readonly Pick<OwnKindRow, "definition">[]): KindRegistry =>
	new KindRegistry(rows.map((row) => makeOwnKind(row.definition)));

/** The kinds of a workspace: the built-in ones and those its people defined. */
export async function loadKinds(db: Queryable, workspaceId: string): Promise<KindRegistry> {
	return registerKinds(await loadOwnKinds(db, workspaceId));
}
