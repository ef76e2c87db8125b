import { isRef } from "../../model/ids.ts";
import type { Queryable } from "../engine/db.ts";

/**
 * The ids behind refs, also of what lies in the trash and of what the caller may not see. An id grants nothing: whatever
 * is done with it asks for the rights itself, and must, because an id may be guessed or remembered.
 */
export class Refs {
	readonly #db: Queryable;
	readonly #workspaceId: string;

	constructor(db: Queryable, workspaceId: string) {
		this.#db = db;
		this.#workspaceId = workspaceId;
	}

	/** What is no ref comes back as it is. */
	async idOf(idOrRef: string): Promise<string> {
		if (!isRef(idOrRef)) return idOrRef;
		const [row] = await this.#db.query<{ id: string }>(
			"SELECT id FROM entity WHERE workspace_id = $1 AND ref = $2",
			[this.#workspaceId, idOrRef],
		);
		return row?.id ?? idOrRef;
	}
}
