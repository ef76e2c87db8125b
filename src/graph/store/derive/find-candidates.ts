import { groupBy } from "../../model/group-by.ts";
import { READABLE, readableParams } from "../rights/access.ts";
import type { Derivation } from "./keep-derived-edges.ts";

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

/** An entity that a link may mean, because it is called so. */
export interface Candidate {
	readonly id: string;
	readonly project_id: string | null;
	/** By its title, which goes before other names. */
	readonly by_title: boolean;
}

interface ChosenTarget {
	readonly target_id: string | null;
	readonly ambiguous: boolean;
}

/** A title before an alias, the same project before others. A name that fits several is nobody's until the writer says which. */
export function chooseTarget(
	source: { readonly id: string; readonly project_id: string | null },
	candidates: readonly Candidate[],
): ChosenTarget {
	const others = candidates.filter((candidate) => candidate.id !== source.id);
	const titled = others.filter((candidate) => candidate.by_title);
	const named = titled.length > 0 ? titled : others;
	const near = named.filter((candidate) => candidate.project_id === source.project_id);
	const best = new Set((near.length > 0 ? near : named).map((candidate) => candidate.id));
	const [only] = best;
	if (only !== undefined && best.size === 1) return { target_id: only, ambiguous: false };
	return { target_id: null, ambiguous: best.size > 1 };
}
