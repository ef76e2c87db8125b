import type { AccessSet } from "../../model/access.ts";
import { ForbiddenError } from "../../model/errors.ts";
import { isRef } from "../../model/ids.ts";
import { type Queryable, StorePart } from "../engine/db.ts";

export abstract class Repository<Database extends Queryable = Queryable> extends StorePart<Database> {
	protected readonly access: AccessSet;

	constructor(db: Database, access: AccessSet) {
		super(db);
		this.access = access;
	}

	/** The values of `workspace_id = $1 AND account_id = $2`, for rows that belong to one person. */
	protected get owner(): readonly [workspaceId: string, accountId: string] {
		return [this.access.workspaceId, this.access.accountId];
	}

	/** Whether a token limits the caller to some projects. */
	protected get isBound(): boolean {
		return this.access.onlyProjects !== null;
	}

	protected checkMayWrite(): void {
		if (!this.access.mayWrite)
			throw new ForbiddenError("This token may only read. Create one with write access.");
	}
}

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
