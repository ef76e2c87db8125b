import { managesWorkspace } from "../../model/access.ts";
import { ForbiddenError, InvalidInputError } from "../../model/errors.ts";
import { type Db, StorePart } from "../engine/db.ts";
import type { Workspace } from "../people/workspaces.ts";
import { Repository } from "../rights/repository.ts";
import type { ArchivePart } from "./archive-tables.ts";
import { type DumpOptions, dumpWorkspace } from "./dump-workspace.ts";
import { type RestoreOptions, restoreWorkspace } from "./restore-workspace.ts";

const EVERYTHING: readonly ArchivePart[] = ["rights", "history", "personal"];

/** Whole workspaces, past all rights: for the operator of the store, who could read its files as well. */
export class Archives extends StorePart {
	/** Writes the workspace as lines, from one moment; returns the number of rows. */
	dump(
		workspaceId: string,
		write: DumpOptions["write"],
		include: readonly ArchivePart[] = EVERYTHING,
	): Promise<number> {
		return dumpWorkspace(this.db, { workspaceId, include, write });
	}

	restore(options: RestoreOptions): Promise<Workspace> {
		return restoreWorkspace(this.db, options);
	}
}

/** The rows of a workspace that one principal may read, as lines of the same format. */
export class ReadableArchive extends Repository<Db> {
	dump(write: DumpOptions["write"], include: readonly ArchivePart[] = []): Promise<number> {
		const { principal, workspaceId } = this.access;
		const manages = managesWorkspace(this.access) && principal.grant === undefined;
		if (include.includes("personal")) {
			throw new InvalidInputError("Chats and activity are part of a backup only.", { field: "include" });
		}
		if (include.length > 0 && !manages) {
			throw new ForbiddenError(
				"Only an owner or admin, signed in, may export rights or history. Export the content alone.",
			);
		}
		return dumpWorkspace(this.db, { workspaceId, access: this.access, include, write });
	}
}
