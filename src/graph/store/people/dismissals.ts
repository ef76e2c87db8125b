import { LONGEST_NAME } from "../../../contract/limits.ts";
import { InvalidInputError } from "../../model/errors.ts";
import { Repository } from "../rights/access.ts";

/** Suggestions that one person dismissed. They are theirs alone, and move no revision. */
export class Dismissals extends Repository {
	async list(): Promise<ReadonlySet<string>> {
		const rows = await this.db.query<{ key: string }>(
			"SELECT key FROM dismissed_suggestion WHERE workspace_id = $1 AND account_id = $2",
			this.owner,
		);
		return new Set(rows.map((row) => row.key));
	}

	async add(key: string): Promise<void> {
		this.checkMayWrite();
		if (key === "" || key.length > LONGEST_NAME) {
			throw new InvalidInputError("This is no suggestion. Take the key from the list.", { field: "key" });
		}
		await this.db.query(
			`INSERT INTO dismissed_suggestion (workspace_id, account_id, key, at) VALUES ($1, $2, $3, $4)
				ON CONFLICT DO NOTHING`,
			[...this.owner, key, new Date().toISOString()],
		);
	}

	/** The suggestion may be made again. */
	async remove(key: string): Promise<void> {
		this.checkMayWrite();
		await this.db.query(
			"DELETE FROM dismissed_suggestion WHERE workspace_id = $1 AND account_id = $2 AND key = $3",
			[...this.owner, key],
		);
	}
}
