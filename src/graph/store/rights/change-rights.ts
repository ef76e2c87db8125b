import type { AccessSet, Principal } from "../../model/access.ts";
import { ForbiddenError } from "../../model/errors.ts";
import type { Db, Queryable } from "../engine/db.ts";
import type { RowChange } from "../tables/row-change.ts";
import { loadAccess } from "./access.ts";

/** A caller that may change rights by a token could give the token more than it was given. */
export function requirePerson({ principal }: Pick<AccessSet, "principal">): void {
	if (principal.grant === undefined) return;
	throw new ForbiddenError("Only a signed-in person may do this, not a token. Sign in and try again.");
}

/** The caller's rights are read again inside, so that a right just taken away cannot be used to take it back. */
export async function changeRights<Result>(
	db: Db,
	principal: Principal,
	change: (tx: Queryable, access: AccessSet) => Promise<Result>,
): Promise<Result> {
	requirePerson({ principal });
	const result = await db.transaction(async (tx) => {
		await tx.query("UPDATE workspace SET permission_epoch = permission_epoch + 1 WHERE id = $1", [
			principal.workspaceId,
		]);
		return change(tx, await loadAccess(tx, principal));
	});
	noteMovedRights(principal.workspaceId);
	return result;
}

/**
 * How often somebody's rights may have become fewer, by workspace, as far as this process has written it. A stream asks
 * this before every word, which costs nothing; what another process has written, it finds in the database by and by.
 */
const moves = new Map<string, number>();

export const countMovedRights = (workspaceId: string): number => moves.get(workspaceId) ?? 0;

/** Called when the transaction has been committed: a stream that asks earlier would still find the old rights. */
export function noteMovedRights(workspaceId: string): void {
	moves.set(workspaceId, countMovedRights(workspaceId) + 1);
}

export const movesReaders = (changes: readonly RowChange[]): boolean =>
	changes.some(
		(change) =>
			change.table === "entity" &&
			change.before !== null &&
			(change.before.visibility !== change.after.visibility ||
				change.before.project_id !== change.after.project_id ||
				change.before.owner_id !== change.after.owner_id),
	);
