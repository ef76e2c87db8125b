import { isRef } from "../../model/ids.ts";
import { Repository } from "./repository.ts";

/**
 * Looks up the ids of refs, even of entities in the trash and of those the caller may not see. An id grants nothing:
 * every use of it checks the rights itself, and must, because an id may be guessed or remembered.
 */
export class Refs extends Repository {
	/** Returns a text that is no ref unchanged. */
	async idOf(idOrRef: string): Promise<string> {
		if (!isRef(idOrRef)) return idOrRef;
		const [row] = await this.db.query<{ id: string }>(
			"SELECT id FROM entity WHERE workspace_id = $1 AND ref = $2",
			[this.access.workspaceId, idOrRef],
		);
		return row?.id ?? idOrRef;
	}
}
