import type { AccessSet, Principal } from "../../model/access.ts";
import { ForbiddenError } from "../../model/errors.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { loadAccess } from "./access.ts";
import { noteMovedRights } from "./moved-rights.ts";

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
