import type { Answer } from "../../../contract/frozen.ts";
import type { projectRightsSchema } from "../../../contract/people.ts";
import { type AccessSet, managesWorkspace, type ProjectRole } from "../../model/access.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError } from "../../model/errors.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { changeRights, Repository } from "../rights/access.ts";
import { dropFormerTitles, noteAudience } from "../write/write-plan.ts";
import { findMember } from "./members.ts";

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
