import { type Entity, foldTitle } from "../model/entity.ts";
import { type Candidate, chooseTarget } from "./choose-target.ts";
import type { Derivation } from "./derivation.ts";
import { groupBy } from "./group-by.ts";

interface Match extends Candidate {
	readonly src_id: string;
	readonly src_project_id: string | null;
	readonly ordinal: number;
}

/**
 * Links without a target, or with one in the trash, that name an entity which has just appeared. Both must have the same
 * readers: a link that healed to a page which some readers of its text may not see would tell them that the page exists.
 */
const MATCHES = `
	SELECT l.src_id, s.project_id AS src_project_id, l.ordinal, n.id, n.project_id, k.by_title
	FROM json_to_recordset($2::json) AS k(key text, id uuid, by_title boolean)
	JOIN entity n ON n.workspace_id = $1 AND n.id = k.id
	JOIN link l ON l.workspace_id = $1 AND l.target_key = k.key
	JOIN entity s ON s.workspace_id = $1 AND s.id = l.src_id
	LEFT JOIN entity t ON t.workspace_id = $1 AND t.id = l.target_id
	WHERE s.id <> n.id AND ((l.target_id IS NULL AND NOT l.ambiguous) OR t.deleted_at IS NOT NULL)
		AND s.project_id IS NOT DISTINCT FROM n.project_id
		AND s.visibility = n.visibility AND s.visibility <> 'restricted'
		AND (s.visibility = 'inherit' OR s.owner_id = n.owner_id)`;

/** Gives such links their target, or marks them as ambiguous. Returns the entities in whose text they stand. */
export async function healLinks(
	{ tx, access }: Derivation,
	appeared: readonly Entity[],
): Promise<readonly string[]> {
	if (appeared.length === 0) return [];
	const names = appeared.flatMap(({ id, title, aliases }) => [
		{ id, key: foldTitle(title), by_title: true },
		...aliases.map((alias) => ({ id, key: foldTitle(alias), by_title: false })),
	]);
	const matches = await tx.query<Match>(MATCHES, [access.workspaceId, JSON.stringify(names)]);
	if (matches.length === 0) return [];
	const byLink = groupBy(matches, (match) => `${match.src_id} ${match.ordinal}`);
	const healed = [...byLink.values()].flatMap((found) => {
		const [{ src_id: id, src_project_id: projectId, ordinal } = {}] = found;
		if (id === undefined || projectId === undefined) return [];
		return [{ src_id: id, ordinal, ...chooseTarget({ id, project_id: projectId }, found) }];
	});
	await tx.query(
		`UPDATE link SET target_id = r.target_id, ambiguous = r.ambiguous
			FROM json_to_recordset($2::json) AS r(src_id uuid, ordinal integer, target_id uuid, ambiguous boolean)
			WHERE link.workspace_id = $1 AND link.src_id = r.src_id AND link.ordinal = r.ordinal`,
		[access.workspaceId, JSON.stringify(healed)],
	);
	return [...new Set(healed.map((link) => link.src_id))];
}
