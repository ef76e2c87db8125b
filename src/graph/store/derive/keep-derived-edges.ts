import type { AccessSet } from "../../model/access.ts";
import { type Edge, type EdgeEnds, type EdgeOrigin, edgeKey } from "../../model/entity.ts";
import { newId } from "../../model/ids.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Queryable } from "../engine/db.ts";
import { deleteRows, edgeColumns, insertRows } from "../tables/row-change.ts";

/** A write whose rows are in the database while its derived rows are not yet. */
export interface Derivation {
	readonly tx: Queryable;
	/** The rights of the writer: a name or a reference finds only what they may read. */
	readonly access: AccessSet;
	readonly kinds: KindRegistry;
	readonly now: string;
}

/** An edge that follows from a text or a field. Without `mayDraw` an existing one is kept and no new one is made. */
export interface WantedEdge extends EdgeEnds {
	readonly mayDraw: boolean;
}

export type DerivedOrigin = Exclude<EdgeOrigin, "stated">;

const ENDS = { id: "uuid", src_id: "uuid", rel: "text", dst_id: "uuid" } as const;

function insertEdges(
	{ tx, access, now }: Derivation,
	origin: DerivedOrigin,
	edges: readonly EdgeEnds[],
	onConflict?: string,
): Promise<void> {
	const { workspaceId: workspace_id, accountId: created_by } = access;
	return insertRows(tx, {
		table: "edge",
		shared: { workspace_id, origin, text: "", created_by, created_at: now },
		columns: ENDS,
		rows: edges.map((edge) => ({ ...edge, id: newId() })),
		...(onConflict !== undefined && { onConflict }),
	});
}

/**
 * Makes the derived edges of some sources the wanted ones; `formerIds` are those among them that may have edges already. What is still wanted keeps its row and its id: an edit
 * elsewhere in a text must not look like a new connection. Returns the sources whose edges have moved.
 */
export async function keepDerivedEdges(
	derivation: Derivation,
	input: {
		readonly origin: DerivedOrigin;
		readonly formerIds: readonly string[];
		readonly wanted: readonly WantedEdge[];
	},
): Promise<readonly string[]> {
	const { tx, access } = derivation;
	const { origin, formerIds, wanted } = input;
	const existing =
		formerIds.length === 0
			? []
			: await tx.query<Edge>(
					`SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 AND src_id = ANY($2::uuid[]) AND origin = $3`,
					[access.workspaceId, formerIds, origin],
				);
	const wantedKeys = new Set(wanted.map(edgeKey));
	const existingKeys = new Set(existing.map(edgeKey));
	const removed = existing.filter((edge) => !wantedKeys.has(edgeKey(edge)));
	const drawn = wanted.filter((edge) => edge.mayDraw && !existingKeys.has(edgeKey(edge)));
	const added = new Map(drawn.map((edge) => [edgeKey(edge), edge]));
	const removedIds = removed.map((edge) => edge.id);
	await deleteRows(tx, access.workspaceId, ["edge", "id"], removedIds);
	await insertEdges(derivation, origin, [...added.values()]);
	return [...removed, ...added.values()].map((edge) => edge.src_id);
}

/** One that another name in the same text made already is left as it is. Returns their sources. */
export async function addDerivedEdges(
	derivation: Derivation,
	origin: DerivedOrigin,
	wanted: readonly EdgeEnds[],
): Promise<readonly string[]> {
	const edges = new Map(wanted.map((edge) => [edgeKey(edge), edge]));
	const target = "(workspace_id, src_id, rel, dst_id, origin) DO NOTHING";
	await insertEdges(derivation, origin, [...edges.values()], target);
	return [...edges.values()].map((edge) => edge.src_id);
}
