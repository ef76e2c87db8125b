import type { AccessSet } from "../../model/access.ts";
import { ForbiddenError } from "../../model/errors.ts";
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
