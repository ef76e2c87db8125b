import type { AccessSet } from "../model/access.ts";
import type { Queryable } from "./db.ts";

/** Doors that a person writes through with their own hands. What tools, agents and imports wrote is not the person's text. */
const OWN_HANDS: readonly string[] = ["http", "cli", "library"];

/**
 * A change that the person made with their own hands, or confirmed after every word of it had been shown to them. Which
 * approval it was is looked up and must name this very change: the door alone can be given any name by a model's call.
 */
const IS_OWN_CHANGE = `c.actor_id = $2 AND (c.via = ANY($4::text[]) OR EXISTS (
	SELECT FROM approval a WHERE a.workspace_id = $1 AND a.account_id = $2 AND a.state = 'approved'
		AND a.id = CASE WHEN c.via ~ ' approval:[0-9a-f-]{36}$' THEN right(c.via, 36)::uuid END
		AND a.outcome->>'changeId' = c.id::text AND (a.outcome->>'shownWhole')::boolean))`;

/** What a prompt may hold the words of: entities, the words on their edges, and the names that kinds and fields were given. */
export interface Worded {
	readonly entityIds: readonly string[];
	readonly kinds?: readonly string[];
}

/** Who wrote what, by the log. */
export class Authorship {
	readonly #db: Queryable;
	readonly #access: AccessSet;

	constructor(db: Queryable, access: AccessSet) {
		this.#db = db;
		this.#access = access;
	}

	/** Whether every version of every one of these is this very person's text. */
	async isAllOwn({ entityIds, kinds = [] }: Worded): Promise<boolean> {
		if (entityIds.length === 0 && kinds.length === 0) return true;
		const [row] = await this.#db.query<{ foreign_text: boolean }>(
			`SELECT EXISTS (
				SELECT 1 FROM (
					SELECT unnest($3::uuid[]) AS id
					UNION SELECT id FROM edge WHERE workspace_id = $1 AND text <> '' AND src_id = ANY($3::uuid[])
					UNION SELECT id FROM edge WHERE workspace_id = $1 AND text <> '' AND dst_id = ANY($3::uuid[])
					UNION SELECT id FROM own_kind WHERE workspace_id = $1 AND kind = ANY($5::text[])
				) AS asked
				LEFT JOIN change_row r ON r.workspace_id = $1 AND r.row_id = asked.id
				LEFT JOIN change c ON c.workspace_id = $1 AND c.revision = r.revision
				WHERE c.revision IS NULL OR NOT (${IS_OWN_CHANGE})
			) AS foreign_text`,
			[this.#access.workspaceId, this.#access.accountId, entityIds, OWN_HANDS, kinds],
		);
		return row?.foreign_text === false;
	}
}
