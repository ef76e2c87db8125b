import type { AccessSet } from "../model/access.ts";
import type { Queryable } from "./db.ts";

/** Doors that a person writes through with their own hands. What tools, agents and imports wrote is not the person's text. */
const OWN_HANDS: readonly string[] = ["http", "cli", "library"];

/** Who wrote what, by the log. */
export class Authorship {
	readonly #db: Queryable;
	readonly #access: AccessSet;

	constructor(db: Queryable, access: AccessSet) {
		this.#db = db;
		this.#access = access;
	}

	/** Whether every version of every one of these was written by this very person. */
	async isAllOwn(entityIds: readonly string[]): Promise<boolean> {
		if (entityIds.length === 0) return true;
		const [row] = await this.#db.query<{ foreign_text: boolean }>(
			`SELECT EXISTS (
				SELECT 1 FROM unnest($3::uuid[]) AS asked (id)
				LEFT JOIN change_row r ON r.workspace_id = $1 AND r.row_id = asked.id AND r.table_name = 'entity'
				LEFT JOIN change c ON c.workspace_id = $1 AND c.revision = r.revision
				WHERE c.revision IS NULL OR c.actor_id <> $2 OR c.via <> ALL($4::text[])
			) AS foreign_text`,
			[this.#access.workspaceId, this.#access.accountId, entityIds, OWN_HANDS],
		);
		return row?.foreign_text === false;
	}
}
