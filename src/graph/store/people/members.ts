import type { Answer } from "../../../contract/frozen.ts";
import { LONGEST_NAME } from "../../../contract/limits.ts";
import type { memberSchema } from "../../../contract/people.ts";
import { type AccessSet, managesWorkspace, type WorkspaceRole } from "../../model/access.ts";
import { checkText } from "../../model/check-input.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError, InvalidInputError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import { listPhrases } from "../../model/list-phrases.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { changeRights } from "../rights/change-rights.ts";
import { Repository } from "../rights/repository.ts";

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
export async function findMember(tx: Queryable, workspaceId: string, accountId: string): Promise<Member> {
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
