import type { Answer } from "../../../contract/frozen.ts";
import type { sharesSchema } from "../../../contract/people.ts";
import { type AccessSet, type Guarded, mayRead } from "../../model/access.ts";
import { EntityNotFoundError, ForbiddenError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { changeRights, Repository, requirePerson } from "../rights/access.ts";
import { dropFormerTitles } from "../write/write-plan.ts";

/** The grantee is a person or a group. */
export type Share = Answer<typeof sharesSchema>["shares"][number];

/** With whom a restricted entity is shared. Only its owner knows, and decides. */
export class Shares extends Repository<Db> {
	async list(entityId: string): Promise<readonly Share[]> {
		await findOwned(this.db, this.access, entityId);
		return loadShares(this.db, this.access.workspaceId, entityId);
	}

	replace(entityId: string, shares: readonly Share[]): Promise<readonly Share[]> {
		return changeRights(this.db, this.access.principal, async (tx, access) => {
			const { workspaceId } = access;
			await findOwned(tx, access, entityId);
			const grantees = [...new Set(shares.map((share) => share.grantee_id))];
			await requireGrantees(tx, workspaceId, grantees);
			const former = await tx.query<{ grantee_id: string; since: number }>(
				"DELETE FROM share WHERE workspace_id = $1 AND entity_id = $2 RETURNING grantee_id, since",
				[workspaceId, entityId],
			);
			const since = new Map(former.map((share) => [share.grantee_id, share.since]));
			const isOpened = grantees.some((id) => !since.has(id));
			const now = isOpened ? await dropFormerTitles(tx, access, { entityId }) : access.revision;
			const levels = new Map(shares.map(({ grantee_id, level }) => [grantee_id, level]));
			await tx.query(
				`INSERT INTO share (workspace_id, entity_id, grantee_id, level, since)
					SELECT $1, $2, grantee, level, since
					FROM unnest($3::uuid[], $4::text[], $5::bigint[]) AS s(grantee, level, since)`,
				[
					workspaceId,
					entityId,
					[...levels.keys()],
					[...levels.values()],
					[...levels.keys()].map((id) => since.get(id) ?? now),
				],
			);
			return loadShares(tx, workspaceId, entityId);
		});
	}
}

async function findOwned(db: Queryable, access: AccessSet, entityId: string): Promise<void> {
	const [entity] = isId(entityId)
		? await db.query<Guarded>(
				`SELECT id, project_id, visibility, owner_id FROM entity WHERE workspace_id = $1 AND id = $2::uuid AND deleted_at IS NULL`,
				[access.workspaceId, entityId],
			)
		: [];
	if (entity === undefined || !mayRead(access, entity)) throw new EntityNotFoundError();
	requirePerson(access);
	if (entity.owner_id === access.accountId) return;
	throw new ForbiddenError("Only its owner sees and decides with whom this is shared. Ask them.");
}

async function requireGrantees(tx: Queryable, workspaceId: string, ids: readonly string[]): Promise<void> {
	const known = await tx.query(
		`SELECT account_id AS id FROM member WHERE workspace_id = $1 AND account_id = ANY($2::uuid[])
			UNION SELECT id FROM account_group WHERE workspace_id = $1 AND id = ANY($2::uuid[])`,
		[workspaceId, ids.filter(isId)],
	);
	if (known.length !== ids.length) throw new EntityNotFoundError("person or group");
}

const loadShares = (db: Queryable, workspaceId: string, entityId: string): Promise<Share[]> =>
	db.query<Share>(
		"SELECT grantee_id, level FROM share WHERE workspace_id = $1 AND entity_id = $2 ORDER BY grantee_id",
		[workspaceId, entityId],
	);
