import { LONGEST_NAME } from "../../../contract/limits.ts";
import type { AccessSet } from "../../model/access.ts";
import { ForbiddenError, InvalidInputError } from "../../model/errors.ts";
import type { Queryable } from "../engine/db.ts";

/** Suggestions that one person dismissed. They are theirs alone, and move no revision. */
export class Dismissals {
	readonly #db: Queryable;
	readonly #access: AccessSet;

	constructor(db: Queryable, access: AccessSet) {
		this.#db = db;
		this.#access = access;
	}

	async list(): Promise<ReadonlySet<string>> {
		const rows = await this.#db.query<{ key: string }>(
			"SELECT key FROM dismissed_suggestion WHERE workspace_id = $1 AND account_id = $2",
			[this.#access.workspaceId, this.#access.accountId],
		);
		return new Set(rows.map((row) => row.key));
	}

	async add(key: string): Promise<void> {
		if (!this.#access.mayWrite)
			throw new ForbiddenError("This token may only read. Create one with write access.");
		if (key === "" || key.length > LONGEST_NAME) {
			throw new InvalidInputError("This is no suggestion. Take the key from the list.", { field: "key" });
		}
		await this.#db.query(
			`INSERT INTO dismissed_suggestion (workspace_id, account_id, key, at) VALUES ($1, $2, $3, $4)
				ON CONFLICT DO NOTHING`,
			[this.#access.workspaceId, this.#access.accountId, key, new Date().toISOString()],
		);
	}

	/** The suggestion may be made again. */
	async remove(key: string): Promise<void> {
		if (!this.#access.mayWrite)
			throw new ForbiddenError("This token may only read. Create one with write access.");
		await this.#db.query(
			"DELETE FROM dismissed_suggestion WHERE workspace_id = $1 AND account_id = $2 AND key = $3",
			[this.#access.workspaceId, this.#access.accountId, key],
		);
	}
}
