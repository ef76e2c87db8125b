import type { AccessSet, Principal } from "../../src/graph/model/access.ts";
import type { RandomWorkspace } from "./random-workspace.ts";

/** The access set that the store would load for a member of a random workspace, made without a database. */
export function deriveAccess(workspace: RandomWorkspace, principal: Principal): AccessSet | undefined {
	const { accountId, grant } = principal;
	const role = workspace.people.find(({ id }) => id === accountId)?.role;
	if (role === undefined || role === null) return undefined;
	const trashed = new Set(
		workspace.entities
			.filter(({ kind, deleted_at }) => kind === "project" && deleted_at !== null)
			.map(({ id }) => id),
	);
	const roleIn = (project: RandomWorkspace["projects"][number]): string | undefined =>
		project.members.find((member) => member.accountId === accountId)?.role;
	const idsOf = (items: readonly { readonly id: string }[]): Set<string> =>
		new Set(items.map(({ id }) => id));
	const writable = workspace.projects.filter((project) =>
		["editor", "admin"].includes(roleIn(project) ?? ""),
	);
	const readable = workspace.projects.filter(
		(project) => roleIn(project) !== undefined || (project.visibility === "workspace" && role !== "guest"),
	);
	const grantees = [
		accountId,
		...workspace.groups.filter(({ memberIds }) => memberIds.includes(accountId)).map(({ id }) => id),
	];
	const shares = workspace.shares.filter((share) => grantees.includes(share.granteeId));
	return {
		principal,
		workspaceId: workspace.id,
		accountId,
		role,
		epoch: 0,
		revision: 1,
		settings: {},
		mayWrite: grant === undefined || grant.mode === "write",
		onlyProjects: grant?.projectIds ? new Set(grant.projectIds) : null,
		readableProjects: idsOf(readable.filter(({ id }) => !trashed.has(id))),
		writableProjects: idsOf(writable.filter(({ id }) => !trashed.has(id))),
		sharedForReading: new Set(shares.map((share) => share.entityId)),
		sharedForWriting: new Set(shares.filter(({ level }) => level === "write").map((share) => share.entityId)),
		openedProjects: new Map(),
		sharedSince: new Map(shares.map((share) => [share.entityId, 0])),
		trashedProjects: trashed,
		restorableProjects: idsOf(writable.filter(({ id }) => trashed.has(id))),
	};
}
