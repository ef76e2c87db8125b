import { isDeepStrictEqual } from "node:util";
import type { Edge } from "../../model/entity.ts";
import type { Queryable } from "../engine/db.ts";

type EdgeContent = Pick<Edge, "id" | "src_id" | "rel" | "dst_id" | "text">;

/** The state a proposal was planned on. Any change of it makes the proposal stale. */
export interface ProposalBasis {
	/** Entities that it would change or join, each with its version. */
	readonly versions: readonly (readonly [id: string, version: number])[];
	/** Relations that are there and would be changed or removed. */
	readonly edges: readonly EdgeContent[];
	/** Relations that it would make, as they are stored. One that is there already must be among `edges`. */
	readonly links: readonly Pick<Edge, "src_id" | "rel" | "dst_id">[];
}

export const listBasisEntities = ({ versions, edges }: ProposalBasis): readonly string[] => [
	...versions.map(([id]) => id),
	...edges.flatMap(({ src_id, dst_id }) => [src_id, dst_id]),
];

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

const orderKeys = ({ id, src_id, rel, dst_id, text }: EdgeContent): EdgeContent => ({
	...{ id, src_id, rel, dst_id, text },
});

/** Whether all that a proposal was planned on is as it was, to the last word. */
export async function isUnchanged(
	tx: Queryable,
	workspaceId: string,
	{ versions, edges, links }: ProposalBasis,
): Promise<boolean> {
	const entities = await tx.query<{ id: string; version: number }>(
		"SELECT id, version FROM entity WHERE workspace_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL",
		[workspaceId, versions.map(([id]) => id)],
	);
	const now = new Map(entities.map(({ id, version }) => [id, version]));
	if (versions.some(([id, version]) => now.get(id) !== version)) return false;
	const stated = await tx.query<EdgeContent>(
		`SELECT id, src_id, rel, dst_id, text FROM edge WHERE workspace_id = $1 AND origin = 'stated' AND (
				id = ANY($2::uuid[]) OR (src_id, rel, dst_id) IN (
					SELECT l.src_id, l.rel, l.dst_id FROM json_to_recordset($3::json) AS l(src_id uuid, rel text, dst_id uuid)))`,
		[workspaceId, edges.map(({ id }) => id), JSON.stringify(links)],
	);
	return isDeepStrictEqual(stated.map(orderKeys).sort(byId), edges.map(orderKeys).sort(byId));
}
