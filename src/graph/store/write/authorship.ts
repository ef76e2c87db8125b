import { Repository } from "../rights/access.ts";

/** Entry points through which a person writes with their own hands. Tools, agents and imports have others. */
const OWN_HANDS: readonly string[] = ["http", "cli", "library"];

/**
 * A change that the person made with their own hands, or confirmed after every word of it had been shown to them. The
 * approval is looked up and must name this very change: a model's call could put any approval into the entry point's name.
 */
const IS_OWN_CHANGE = `c.actor_id = $2 AND (c.via = ANY($3::text[]) OR EXISTS (
	SELECT FROM approval a WHERE a.workspace_id = $1 AND a.account_id = $2 AND a.state = 'approved'
		AND a.id = CASE WHEN c.via ~ ' approval:[0-9a-f-]{36}$' THEN right(c.via, 36)::uuid END
		AND a.outcome->>'changeId' = c.id::text AND (a.outcome->>'shownWhole')::boolean))`;

/** Finds the writer of each row in the log. */
export class Authorship extends Repository {
	/** Those of these entities of which some version is not this person's own text, or of no known author. */
	async listForeign(entityIds: readonly string[]): Promise<readonly string[]> {
		if (entityIds.length === 0) return [];
		const rows = await this.db.query<{ id: string }>(
			`SELECT DISTINCT asked.id FROM unnest($4::uuid[]) AS asked(id)
				LEFT JOIN change_row r ON r.workspace_id = $1 AND r.row_id = asked.id
				LEFT JOIN change c ON c.workspace_id = $1 AND c.revision = r.revision
				WHERE c.revision IS NULL OR NOT (${IS_OWN_CHANGE})`,
			[...this.#params, entityIds],
		);
		return rows.map(({ id }) => id);
	}

	/**
	 * Everything in the workspace that is not this person's own, as the log has it now. A row is own if every version of
	 * it is; one that the log does not know is nobody's. An entity of the person's own is foreign, too, if its kind is, or if
	 * somebody else has drawn a relation from it to another of theirs: the relation cannot be hidden alone, and its name and
	 * text may say anything.
	 */
	async listAllForeign(): Promise<Readonly<Record<"entityIds" | "kinds", readonly string[]>>> {
		const rows = await this.db.query<{ id: string | null; kind: string | null }>(
			`WITH own_change AS MATERIALIZED (
					SELECT c.revision FROM change c WHERE c.workspace_id = $1 AND ${IS_OWN_CHANGE}
				), own AS MATERIALIZED (
					SELECT r.row_id AS id FROM change_row r LEFT JOIN own_change c ON c.revision = r.revision
						WHERE r.workspace_id = $1 GROUP BY r.row_id HAVING bool_and(c.revision IS NOT NULL)
				), foreign_kind AS MATERIALIZED (
					SELECT k.kind FROM own_kind k WHERE k.workspace_id = $1 AND NOT EXISTS (SELECT FROM own WHERE own.id = k.id)
				)
				SELECT e.id, NULL AS kind FROM entity e WHERE e.workspace_id = $1
					AND (NOT EXISTS (SELECT FROM own WHERE own.id = e.id) OR e.kind IN (SELECT kind FROM foreign_kind))
				UNION ALL
				SELECT g.src_id, NULL FROM edge g WHERE g.workspace_id = $1 AND g.origin = 'stated'
					AND NOT EXISTS (SELECT FROM own WHERE own.id = g.id)
					AND EXISTS (SELECT FROM own WHERE own.id = g.src_id) AND EXISTS (SELECT FROM own WHERE own.id = g.dst_id)
				UNION ALL
				SELECT NULL, kind FROM foreign_kind`,
			this.#params,
		);
		return {
			entityIds: rows.flatMap(({ id }) => id ?? []),
			kinds: rows.flatMap(({ kind }) => kind ?? []),
		};
	}

	get #params(): readonly unknown[] {
		return [...this.owner, OWN_HANDS];
	}
}
