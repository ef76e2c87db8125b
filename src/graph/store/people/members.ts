import type { Answer } from "../../../contract/frozen.ts";
import { LONGEST_NAME } from "../../../contract/limits.ts";
import type { groupSchema, memberSchema, projectRightsSchema } from "../../../contract/people.ts";
import {
	type AccessSet,
	managesWorkspace,
	type ProjectRole,
	type WorkspaceRole,
} from "../../model/access.ts";
import { checkText } from "../../model/check-input.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError, InvalidInputError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import { listPhrases } from "../../model/list-phrases.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { changeRights, Repository } from "../rights/access.ts";
import { dropFormerTitles, noteAudience } from "../write/write-plan.ts";

export type Member = Answer<typeof memberSchema>;

const EMAIL = /^[^\s@]+@[^\s@]+$/;

const SELECT_MEMBERS = `SELECT a.id, a.email, coalesce(m.called, a.display_name) AS display_name, m.role
	FROM member m JOIN account a ON a.id = m.account_id WHERE m.workspace_id = $1`;

/** The rows deleted when a person leaves. Things they made stay; nobody can read those that only they could. */
const LEFT_BEHIND = [
	"DELETE FROM message WHERE workspace_id = $1 AND chat_id IN (SELECT id FROM chat WHERE workspace_id = $1 AND account_id = $2)",
	"DELETE FROM share WHERE workspace_id = $1 AND grantee_id = $2",
	...listPhrases(
		`approval, chat, dismissed_suggestion, rating, saved_query, context_manifest, activity, credential,
		account_group_member, project_member, member`,
	).map((table) => `DELETE FROM ${table} WHERE workspace_id = $1 AND account_id = $2`),
];

/** The people of a workspace, as one of them may see and change them. */
export class Members extends Repository<Db> {
	/** Guests, and tokens bound to projects, see only those they share a project with. */
	list(): Promise<Member[]> {
		const { workspaceId, accountId, role, onlyProjects, readableProjects } = this.access;
		const shared = [...readableProjects].filter((id) => onlyProjects === null || onlyProjects.has(id));
		return this.db.query<Member>(
			`${SELECT_MEMBERS} AND ($2::boolean OR a.id = $3 OR EXISTS (SELECT FROM project_member p
					WHERE p.workspace_id = $1 AND p.account_id = a.id AND p.project_id = ANY($4::uuid[])))
				ORDER BY a.created_at, a.id`,
			[workspaceId, role !== "guest" && onlyProjects === null, accountId, shared],
		);
	}

	/** Adds the person with this e-mail address. They go by the given name until they sign in here: another workspace may rename them. */
	add(input: {
		readonly email: string;
		readonly display_name?: string | undefined;
		readonly role: WorkspaceRole;
	}): Promise<Member> {
		const email = input.email.trim().toLowerCase();
		checkText("email", email, LONGEST_NAME);
		if (!EMAIL.test(email)) {
			throw new InvalidInputError(`"${email}" is no e-mail address.`, { field: "email" }, "invalid_email");
		}
		const name = input.display_name?.trim() || email.slice(0, email.indexOf("@"));
		checkText("display_name", name, LONGEST_NAME);
		return changeRights(this.db, this.access.principal, async (tx, access) => {
			checkMayGive(access, input.role);
			const [account] = await tx.query<{ id: string }>(
				`INSERT INTO account (id, email, display_name, created_at) VALUES ($1, $2, $3, $4)
					ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id`,
				[newId(), email, name, new Date().toISOString()],
			);
			const added = await tx.query(
				`INSERT INTO member (workspace_id, account_id, role, called) VALUES ($1, $2, $3, $4)
					ON CONFLICT (workspace_id, account_id) DO NOTHING RETURNING account_id`,
				[access.workspaceId, account?.id, input.role, name],
			);
			if (added.length === 0) {
				const message = "This person is a member already. Change their role instead.";
				throw new ConflictError(message, { field: "email" }, "member_exists");
			}
			return findMember(tx, access.workspaceId, account?.id ?? "");
		});
	}

	setRole(accountId: string, role: WorkspaceRole): Promise<Member> {
		return changeRights(this.db, this.access.principal, async (tx, access) => {
			// Checked first: a caller that may not manage must not learn who is a member.
			checkMayGive(access, role);
			const before = await findMember(tx, access.workspaceId, accountId);
			checkMayGive(access, before.role);
			await tx.query("UPDATE member SET role = $3 WHERE workspace_id = $1 AND account_id = $2", [
				access.workspaceId,
				accountId,
				role,
			]);
			await requireOwner(tx, access.workspaceId);
			return { ...before, role };
		});
	}

	/** Members of every role may remove themselves. */
	remove(accountId: string): Promise<Member> {
		return changeRights(this.db, this.access.principal, async (tx, access) => {
			const isOneself = accountId === access.accountId;
			if (!isOneself) checkMayGive(access, "guest");
			const before = await findMember(tx, access.workspaceId, accountId);
			if (!isOneself) checkMayGive(access, before.role);
			for (const statement of LEFT_BEHIND) await tx.query(statement, [access.workspaceId, accountId]);
			await requireOwner(tx, access.workspaceId);
			return before;
		});
	}
}

/** A person of the workspace; whoever is not counts as unknown. */
async function findMember(tx: Queryable, workspaceId: string, accountId: string): Promise<Member> {
	const [member] = isId(accountId)
		? await tx.query<Member>(`${SELECT_MEMBERS} AND a.id = $2::uuid`, [workspaceId, accountId])
		: [];
	if (member === undefined) throw new EntityNotFoundError("person");
	return member;
}

/** An admin who could make owners would be one. */
function checkMayGive(access: AccessSet, role: WorkspaceRole): void {
	if (!managesWorkspace(access)) {
		throw new ForbiddenError(
			"Only an owner or an admin of the workspace manages its people. Ask one of them.",
		);
	}
	if (role === "owner" && access.role !== "owner") {
		throw new ForbiddenError("Only an owner makes, changes or removes an owner. Ask one of them.");
	}
}

async function requireOwner(tx: Queryable, workspaceId: string): Promise<void> {
	const owners = await tx.query("SELECT FROM member WHERE workspace_id = $1 AND role = 'owner' LIMIT 1", [
		workspaceId,
	]);
	if (owners.length > 0) return;
	throw new ConflictError("A workspace needs an owner. Make somebody else one first.", {}, "last_owner");
}

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

export type ProjectRights = Answer<typeof projectRightsSchema>;

const isReadable = ({ readableProjects, onlyProjects }: AccessSet, projectId: string): boolean =>
	readableProjects.has(projectId) && (onlyProjects === null || onlyProjects.has(projectId));

/** The readers and writers of a project. Ids are those of projects; any other id counts as unknown. */
export class ProjectMembers extends Repository<Db> {
	async get(projectId: string): Promise<ProjectRights> {
		if (!isReadable(this.access, projectId)) throw new EntityNotFoundError("project");
		return loadRights(this.db, this.access.workspaceId, projectId);
	}

	setVisibility(projectId: string, visibility: ProjectRights["visibility"]): Promise<ProjectRights> {
		const { workspaceId } = this.access;
		return this.#change(projectId, async (tx, access) => {
			const before = await loadRights(tx, workspaceId, projectId);
			if (before.visibility !== "workspace" && visibility === "workspace") {
				const revision = await dropFormerTitles(tx, access, { projectId });
				await noteAudience(tx, { workspaceId, entityIds: [projectId], revision });
			}
			await tx.query(
				`INSERT INTO project_access (workspace_id, project_id, visibility) VALUES ($1, $2, $3)
					ON CONFLICT (workspace_id, project_id) DO UPDATE SET visibility = excluded.visibility`,
				[workspaceId, projectId, visibility],
			);
		});
	}

	/** Null takes the person out. The person must be of the workspace. */
	setMember(projectId: string, accountId: string, role: ProjectRole | null): Promise<ProjectRights> {
		const { workspaceId } = this.access;
		return this.#change(projectId, async (tx) => {
			await findMember(tx, workspaceId, accountId);
			const params = [workspaceId, projectId, accountId];
			const removed = await tx.query(
				`DELETE FROM project_member WHERE workspace_id = $1 AND project_id = $2 AND account_id = $3
					RETURNING account_id`,
				params,
			);
			if (role === null && removed.length === 0) throw new EntityNotFoundError("person");
			if (role !== null) {
				await tx.query(
					"INSERT INTO project_member (workspace_id, project_id, account_id, role) VALUES ($1, $2, $3, $4)",
					[...params, role],
				);
			}
		});
	}

	#change(
		projectId: string,
		change: (tx: Queryable, access: AccessSet) => Promise<unknown>,
	): Promise<ProjectRights> {
		return changeRights(this.db, this.access.principal, async (tx, access) => {
			if (!isReadable(access, projectId)) throw new EntityNotFoundError("project");
			await checkManages(tx, access, projectId);
			await change(tx, access);
			const rights = await loadRights(tx, access.workspaceId, projectId);
			if (rights.members.some(({ role }) => role === "admin")) return rights;
			throw new ConflictError(
				"A project needs somebody who runs it. Make another person its admin first.",
				{},
				"last_admin",
			);
		});
	}
}

/** Its own admins, and the workspace's managers if they may read it: managing gives no access to a private project. */
async function checkManages(tx: Queryable, access: AccessSet, projectId: string): Promise<void> {
	if (managesWorkspace(access)) return;
	const [own] = await tx.query<{ role: ProjectRole }>(
		"SELECT role FROM project_member WHERE workspace_id = $1 AND project_id = $2 AND account_id = $3",
		[access.workspaceId, projectId, access.accountId],
	);
	if (own?.role === "admin") return;
	throw new ForbiddenError("Only an admin of the project decides who is in it. Ask one of them.");
}

async function loadRights(db: Queryable, workspaceId: string, projectId: string): Promise<ProjectRights> {
	const [opened] = await db.query<{ visibility: ProjectRights["visibility"] }>(
		"SELECT visibility FROM project_access WHERE workspace_id = $1 AND project_id = $2",
		[workspaceId, projectId],
	);
	const members = await db.query<ProjectRights["members"][number]>(
		`SELECT a.id, a.email, coalesce(m.called, a.display_name) AS display_name, p.role
			FROM project_member p JOIN account a ON a.id = p.account_id
				JOIN member m ON m.workspace_id = p.workspace_id AND m.account_id = p.account_id
			WHERE p.workspace_id = $1 AND p.project_id = $2 ORDER BY a.created_at, a.id`,
		[workspaceId, projectId],
	);
	return { project_id: projectId, visibility: opened?.visibility ?? "private", members };
}
