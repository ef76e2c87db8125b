import type { Entity } from "./entity.ts";
import type { JsonObject } from "./json.ts";

export type WorkspaceRole = "owner" | "admin" | "member" | "guest";
export type ProjectRole = "viewer" | "editor" | "admin";

/** The caller. An agent acts for a person through a token and never has rights of its own. */
export interface Principal {
	readonly workspaceId: string;
	readonly accountId: string;
	/** The limits of a token: nothing outside these projects, and no writes when it is read-only. */
	readonly grant?: { readonly mode: "read" | "write"; readonly projectIds: readonly string[] | null };
}

/**
 * Everything one principal may see and change at one moment, read in a single query. `epoch` moves with every change of
 * rights and `revision` with every change of data, so that every cached value can name both.
 */
export interface AccessSet {
	readonly principal: Principal;
	readonly workspaceId: string;
	readonly accountId: string;
	readonly role: WorkspaceRole;
	readonly epoch: number;
	readonly revision: number;
	/** The settings of the workspace, by topic; read at the same moment. */
	readonly settings: JsonObject;
	readonly mayWrite: boolean;
	/** Null when the token is not bound to projects. */
	readonly onlyProjects: ReadonlySet<string> | null;
	readonly readableProjects: ReadonlySet<string>;
	readonly writableProjects: ReadonlySet<string>;
	readonly sharedForReading: ReadonlySet<string>;
	readonly sharedForWriting: ReadonlySet<string>;
	/** Projects that are read only because they are open to the workspace, by the revision at which they were opened. */
	readonly openedProjects: ReadonlyMap<string, number>;
	/** Shared entities, with the revision since which each is shared. */
	readonly sharedSince: ReadonlyMap<string, number>;
	/** Projects in the trash: nobody sees anything in them, not even owners or people it was shared with. */
	readonly trashedProjects: ReadonlySet<string>;
	/** Those among them that this principal may bring back. */
	readonly restorableProjects: ReadonlySet<string>;
}

/** The columns of an entity that decide who may read it. */
export type Guarded = Pick<Entity, "id" | "project_id" | "visibility" | "owner_id">;

/** Inside what the token covers, and not in a project that lies in the trash. */
function isWithinReach(access: AccessSet, { project_id: projectId }: Guarded): boolean {
	if (projectId === null) return access.onlyProjects === null;
	if (access.trashedProjects.has(projectId)) return false;
	return access.onlyProjects === null || access.onlyProjects.has(projectId);
}

/** Whether the visibility of an item lets somebody in who has these projects and shares. */
function isGranted(
	{ accountId, role }: AccessSet,
	{ id, project_id: projectId, visibility, owner_id: ownerId }: Guarded,
	granted: { readonly projects: ReadonlySet<string>; readonly shared: ReadonlySet<string> },
): boolean {
	switch (visibility) {
		case "inherit":
			return projectId === null ? role !== "guest" : granted.projects.has(projectId);
		case "private":
			return ownerId === accountId;
		case "restricted":
			return ownerId === accountId || granted.shared.has(id);
	}
}

/** The rule for reading, in one place; the store's SQL states the same rule and a test holds them equal. */
export const mayRead = (access: AccessSet, item: Guarded): boolean =>
	isWithinReach(access, item) &&
	isGranted(access, item, { projects: access.readableProjects, shared: access.sharedForReading });

/**
 * The past of what a principal may read now: the revision from which on it is theirs to know. CallerState a thing (by its
 * visibility, its project or a share) opens it as it is, and not what it was before; joining those who could read it all along
 * brings their past. `changedAt` is the revision at which its visibility last changed. The store's SQL states the same rule.
 */
export function readableSince(access: AccessSet, item: Guarded, changedAt: number): number {
	const isOwn = item.owner_id === access.accountId;
	// A project has no visibility of its own: when it was opened counts for those who are not in it.
	const opened = isOwn || item.id === item.project_id ? 0 : changedAt;
	switch (item.visibility) {
		case "inherit":
			return Math.max(opened, access.openedProjects.get(item.project_id ?? "") ?? 0);
		case "private":
			return opened;
		case "restricted":
			return isOwn ? 0 : Math.max(opened, access.sharedSince.get(item.id) ?? 0);
	}
}

/** Whether a change shows a row as it was when the reader could read it: before the change, and after it. */
export const knowsBefore = (since: number, revision: number): boolean => revision > since;
export const knowsAfter = (since: number, revision: number): boolean => revision >= since;

const READING_RIGHTS = ["onlyProjects", "readableProjects", "sharedForReading", "trashedProjects"] as const;

/** Checks that two access sets allow the same reading, even if they were read at different moments. */
export function haveSameReadingRights(a: AccessSet, b: AccessSet): boolean {
	const isSame = (left: ReadonlySet<string> | null, right: ReadonlySet<string> | null): boolean =>
		left === right || (left?.size === right?.size && [...(left ?? [])].every((id) => right?.has(id)));
	return (
		a.accountId === b.accountId &&
		a.role === b.role &&
		READING_RIGHTS.every((name) => isSame(a[name], b[name]))
	);
}

export const mayWrite = (access: AccessSet, item: Guarded): boolean =>
	access.mayWrite &&
	isWithinReach(access, item) &&
	isGranted(access, item, { projects: access.writableProjects, shared: access.sharedForWriting });

/** Whoever may write a thing may restore it. A project in the trash is unreadable: its editors are kept apart. */
export function mayRestore(access: AccessSet, item: Guarded): boolean {
	if (item.project_id !== item.id || !access.trashedProjects.has(item.id)) return mayWrite(access, item);
	const withinToken = access.onlyProjects === null || access.onlyProjects.has(item.id);
	return access.mayWrite && withinToken && access.restorableProjects.has(item.id);
}

/** New projects and kinds belong to the whole workspace: not for guests, nor for a token that is bound to projects. */
export const mayShapeWorkspace = (access: AccessSet): boolean =>
	access.mayWrite && access.onlyProjects === null && access.role !== "guest";

export const managesWorkspace = ({ role }: Pick<AccessSet, "role">): boolean =>
	role === "owner" || role === "admin";

/** A kind that is changed or removed takes everybody's entities of it along, so not every member decides that. */
export const mayRedefineKinds = (access: AccessSet): boolean =>
	mayShapeWorkspace(access) && managesWorkspace(access);

/** Returns the rights as they will be once these projects exist, for the caller that makes or restores them. */
export function withProjects(access: AccessSet, projectIds: readonly string[]): AccessSet {
	if (projectIds.length === 0) return access;
	return {
		...access,
		readableProjects: new Set([...access.readableProjects, ...projectIds]),
		writableProjects: new Set([...access.writableProjects, ...projectIds]),
		trashedProjects: new Set([...access.trashedProjects].filter((id) => !projectIds.includes(id))),
	};
}
