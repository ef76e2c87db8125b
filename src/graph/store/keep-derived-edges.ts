import type { Edge, EdgeOrigin } from "../model/entity.ts";
import { newId } from "../model/ids.ts";
import type { Derivation } from "./derivation.ts";
import { edgeColumns, edgeRecordset } from "./entity-columns.ts";

/** An edge that a text or a field stands for. Without `mayDraw` it is kept when it is there, and not made anew. */
export interface WantedEdge extends Pick<Edge, "src_id" | "rel" | "dst_id"> {
	readonly mayDraw: boolean;
}

export type DerivedOrigin = Exclude<EdgeOrigin, "stated">;

const keyOf = (edge: Pick<Edge, "src_id" | "rel" | "dst_id">): string =>
	`${edge.src_id} ${edge.rel} ${edge.dst_id}`;

/**
 * Makes the derived edges of some sources the wanted ones; `formerIds` are those among them that may have edges already. What is still wanted keeps its row and its id: an edit
 * elsewhere in a text must not look like a new connection. Returns the sources whose edges have moved.
 */
export async function keepDerivedEdges(
	{ tx, access, now }: Derivation,
	input: {
		readonly origin: DerivedOrigin;
		readonly formerIds: readonly string[];
		readonly wanted: readonly WantedEdge[];
	},
): Promise<readonly string[]> {
	const { origin, formerIds, wanted } = input;
	const existing =
		formerIds.length === 0
			? []
			: await tx.query<Edge>(
					`SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 AND src_id = ANY($2::uuid[]) AND origin = $3`,
					[access.workspaceId, formerIds, origin],
				);
	const wantedKeys = new Set(wanted.map(keyOf));
	const existingKeys = new Set(existing.map(keyOf));
	const removed = existing.filter((edge) => !wantedKeys.has(keyOf(edge)));
	const drawn = new Map(
		wanted
			.filter((edge) => edge.mayDraw && !existingKeys.has(keyOf(edge)))
			.map((edge) => [keyOf(edge), edge]),
	);
	const added: Edge[] = [...drawn.values()].map(({ src_id, rel, dst_id }) => ({
		id: newId(),
		src_id,
		rel,
		dst_id,
		origin,
		text: "",
		created_by: access.accountId,
		created_at: now,
	}));
	if (removed.length > 0) {
		await tx.query("DELETE FROM edge WHERE workspace_id = $1 AND id = ANY($2::uuid[])", [
			access.workspaceId,
			removed.map((edge) => edge.id),
		]);
	}
	if (added.length > 0) {
		await tx.query(
			`INSERT INTO edge (workspace_id, ${edgeColumns()})
				SELECT $1, ${edgeColumns("r.")} FROM json_to_recordset($2::json) AS r(${edgeRecordset})`,
			[access.workspaceId, JSON.stringify(added)],
		);
	}
	return [...removed, ...added].map((edge) => edge.src_id);
}
