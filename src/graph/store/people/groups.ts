import type { Answer } from "../../../contract/frozen.ts";
import { LONGEST_NAME } from "../../../contract/limits.ts";
import type { groupSchema } from "../../../contract/people.ts";
import { managesWorkspace } from "../../model/access.ts";
import { checkText } from "../../model/check-input.ts";
import { EntityNotFoundError, ForbiddenError, InvalidInputError } from "../../model/errors.ts";
import { newId } from "../../model/ids.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { changeRights } from "../rights/change-rights.ts";
import { Repository } from "../rights/repository.ts";
import { findMember } from "./members.ts";

export type Group = Answer<typeof groupSchema>;

/** Groups of people, to share with. Guests and tokens bound to projects see none. */
export class Groups extends Repository<Db> {
	async list(): Promise<readonly Group[]> {
		const { role, onlyProjects, workspaceId } = this.access;
		if (role === "guest" || onlyProjects !== null) return [];
		return loadGroups(this.db, workspaceId);
	}

	create(name: string): Promise<Group> {
		const trimmed = name.trim();
		checkText("name", trimmed, LONGEST_NAME);
		if (trimmed === "") throw new InvalidInputError("A group needs a name.", { field: "name" });
		return this.#manage(async (tx, workspaceId) => {
			const id = newId();
			await tx.query("INSERT INTO account_group (workspace_id, id, name) VALUES ($1, $2, $3)", [
				...[workspaceId, id, trimmed],
			]);
			return { id, name: trimmed, member_ids: [] };
		});
	}

	/** Removes its shares, too. */
	remove(id: string): Promise<Group> {
		return this.#manage(async (tx, workspaceId) => {
			const group = await findGroup(tx, workspaceId, id);
			for (const statement of [
				"DELETE FROM share WHERE workspace_id = $1 AND grantee_id = $2",
				"DELETE FROM account_group_member WHERE workspace_id = $1 AND group_id = $2",
				"DELETE FROM account_group WHERE workspace_id = $1 AND id = $2",
			]) {
				await tx.query(statement, [workspaceId, id]);
			}
			return group;
		});
	}

	setMember(id: string, accountId: string, belongs: boolean): Promise<Group> {
		return this.#manage(async (tx, workspaceId) => {
			await findGroup(tx, workspaceId, id);
			await findMember(tx, workspaceId, accountId);
			await tx.query(
				belongs
					? `INSERT INTO account_group_member (workspace_id, group_id, account_id) VALUES ($1, $2, $3)
						ON CONFLICT DO NOTHING`
					: "DELETE FROM account_group_member WHERE workspace_id = $1 AND group_id = $2 AND account_id = $3",
				[workspaceId, id, accountId],
			);
			return findGroup(tx, workspaceId, id);
		});
	}

	#manage<Result>(change: (tx: Queryable, workspaceId: string) => Promise<Result>): Promise<Result> {
		return changeRights(this.db, this.access.principal, (tx, access) => {
			if (managesWorkspace(access)) return change(tx, access.workspaceId);
			throw new ForbiddenError("Only an owner or an admin of the workspace manages groups. Ask one of them.");
		});
	}
}

async function findGroup(tx: Queryable, workspaceId: string, id: string): Promise<Group> {
	const group = (await loadGroups(tx, workspaceId)).find((candidate) => candidate.id === id);
	if (group === undefined) throw new EntityNotFoundError("group");
	return group;
}

const loadGroups = (db: Queryable, workspaceId: string): Promise<Group[]> =>
	db.query<Group>(
		`SELECT g.id, g.name, coalesce((SELECT json_agg(m.account_id ORDER BY m.account_id)
				FROM account_group_member m WHERE m.workspace_id = $1 AND m.group_id = g.id), '[]') AS member_ids
			FROM account_group g WHERE g.workspace_id = $1 ORDER BY g.name, g.id`,
		[workspaceId],
	);
