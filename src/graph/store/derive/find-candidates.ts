import { groupBy } from "../../model/group-by.ts";
import { READABLE, readableParams } from "../rights/access.ts";
import type { Candidate } from "./choose-target.ts";
import type { Derivation } from "./derivation.ts";

export interface NamedCandidate extends Candidate {
	readonly key: string;
	readonly kind: string;
}

/** Finds all entities that the writer may read, by these titles or aliases. */
export async function findCandidates(
	{ tx, access }: Pick<Derivation, "tx" | "access">,
	keys: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedCandidate[]>> {
	const rows = await tx.query<NamedCandidate>(
		`SELECT e.id, e.kind, e.project_id, e.title_key AS key, true AS by_title
				FROM entity e WHERE ${READABLE} AND e.title_key = ANY($8::text[])
			UNION ALL
			SELECT e.id, e.kind, e.project_id, a.title_key AS key, false AS by_title
				FROM alias a JOIN entity e ON e.workspace_id = a.workspace_id AND e.id = a.entity_id
				WHERE a.workspace_id = $1 AND a.title_key = ANY($8::text[]) AND ${READABLE}`,
		[...readableParams(access), keys],
	);
	return groupBy(rows, (row) => row.key);
}
