import { type Entity, foldTitle } from "../../model/entity.ts";
import { groupBy } from "../../model/group-by.ts";
import { scanMentions } from "../../model/scan-mentions.ts";
import type { Derivation } from "./derivation.ts";
import { findCandidates, type NamedCandidate } from "./find-candidates.ts";
import type { WantedEdge } from "./keep-derived-edges.ts";

const MENTION_RELATION = "mentions";

/** Whom these texts mention already, by source. Whoever edits a text must not cut a mention of somebody they may not read. */
async function recallMentioned(
	{ tx, access }: Derivation,
	sourceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedCandidate[]>> {
	const rows = await tx.query<NamedCandidate & { src_id: string }>(
		`SELECT d.src_id, e.id, e.kind, e.project_id, n.key, n.key = e.title_key AS by_title
			FROM edge d JOIN entity e ON e.workspace_id = d.workspace_id AND e.id = d.dst_id
			CROSS JOIN LATERAL (SELECT e.title_key AS key UNION SELECT a.title_key FROM alias a
				WHERE a.workspace_id = e.workspace_id AND a.entity_id = e.id) n
			WHERE d.workspace_id = $1 AND d.src_id = ANY($2::uuid[]) AND d.origin = 'mention' AND e.deleted_at IS NULL`,
		[access.workspaceId, sourceIds],
	);
	return groupBy(rows, (row) => row.src_id);
}

/** The edges that the @mentions of these texts stand for: the longest name that is exactly one entity's. */
export async function findMentions(
	derivation: Derivation,
	texts: readonly Entity[],
): Promise<readonly WantedEdge[]> {
	const found = texts.flatMap((source) => scanMentions(source.body).map((mention) => ({ source, mention })));
	if (found.length === 0) return [];
	const keys = new Set(found.flatMap(({ mention }) => mention.names.map(({ name }) => foldTitle(name))));
	const candidates = await findCandidates(derivation, [...keys]);
	const mentioned = await recallMentioned(
		derivation,
		texts.map((entity) => entity.id),
	);
	const knownOf = new Map([...mentioned].map(([id, rows]) => [id, groupBy(rows, ({ key }) => key)]));
	const edges = found.flatMap(({ source, mention }) => {
		for (const { name } of mention.names) {
			const key = foldTitle(name);
			const known = knownOf.get(source.id)?.get(key) ?? [];
			const named = [...(candidates.get(key) ?? []), ...known].filter(
				(candidate) => candidate.id !== source.id && derivation.kinds.mayJoin(source, candidate),
			);
			const [only, ...others] = new Set(named.map((candidate) => candidate.id));
			if (only !== undefined && others.length === 0) {
				return [{ src_id: source.id, rel: MENTION_RELATION, dst_id: only, mayDraw: true }];
			}
		}
		return [];
	});
	return [...new Map(edges.map((edge) => [`${edge.src_id} ${edge.dst_id}`, edge])).values()];
}
