import type { AccessSet, Principal, WorkspaceRole } from "../../model/access.ts";
import { ChangeCursors } from "../../model/change-cursors.ts";
import { EntityNotFoundError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";
import type { JsonObject } from "../../model/json.ts";
import type { OwnProfile, Profile } from "../../model/profile.ts";
import type { Queryable } from "../engine/db.ts";

interface ProjectRow {
	readonly id: string;
	readonly read: boolean;
	readonly write: boolean;
	readonly trashed: boolean;
	/** When it was opened, for people who can read it only for that reason. */
	readonly since: number | null;
}

interface AccessRow {
	readonly role: WorkspaceRole;
	readonly ref_key: Uint8Array;
	readonly revision: number;
	readonly permission_epoch: number;
	readonly settings: JsonObject;
	readonly projects: readonly ProjectRow[];
	readonly shares: readonly { readonly id: string; readonly write: boolean; readonly since: number }[];
	readonly display_name: string;
	readonly email: string | null;
	readonly profile: Profile;
	readonly is_own_name: boolean;
}

/** The caller's profile and rights, read in one query. */
export interface CallerState {
	readonly access: AccessSet;
	readonly profile: OwnProfile;
	/** Places in the log, as they are given to this person. */
	readonly cursors: ChangeCursors;
}

const ACCESS_QUERY = `
	SELECT m.role, w.ref_key, w.revision, w.permission_epoch, w.settings, a.display_name, a.email, a.profile,
		coalesce(a.named_by = a.id, false) AS is_own_name,
		(SELECT coalesce(json_agg(json_build_object('id', p.id, 'trashed', p.deleted_at IS NOT NULL,
				'read', pm.role IS NOT NULL OR (pa.visibility = 'workspace' AND m.role <> 'guest'),
				'write', coalesce(pm.role, '') IN ('editor', 'admin'),
				'since', CASE WHEN pm.role IS NULL THEN s.revision END)), '[]')
			FROM entity p
			LEFT JOIN project_access pa ON pa.workspace_id = p.workspace_id AND pa.project_id = p.id
			LEFT JOIN audience_since s ON s.workspace_id = p.workspace_id AND s.entity_id = p.id
			LEFT JOIN project_member pm
				ON pm.workspace_id = p.workspace_id AND pm.project_id = p.id AND pm.account_id = $2
			WHERE p.workspace_id = $1 AND p.project_id = p.id AND (p.deleted_at IS NOT NULL OR pm.role IS NOT NULL
				OR (pa.visibility = 'workspace' AND m.role <> 'guest'))) AS projects,
		(SELECT coalesce(json_agg(json_build_object('id', s.entity_id, 'write', s.level = 'write', 'since', s.since)), '[]')
			FROM share s
			WHERE s.workspace_id = $1 AND (s.grantee_id = $2 OR s.grantee_id IN (
				SELECT g.group_id FROM account_group_member g WHERE g.workspace_id = $1 AND g.account_id = $2))) AS shares
	FROM workspace w
	JOIN member m ON m.workspace_id = w.id AND m.account_id = $2
	JOIN account a ON a.id = m.account_id
	WHERE w.id = $1`;

const idsWhere = <Row extends { readonly id: string }>(rows: readonly Row[], keep: (row: Row) => boolean) =>
	new Set(rows.filter(keep).map((row) => row.id));

/** Shared with a person and with a group of theirs, a thing is theirs from the earlier of the two on. */
function findEarliest(shares: AccessRow["shares"]): ReadonlyMap<string, number> {
	const earliest = new Map<string, number>();
	for (const { id, since } of shares) earliest.set(id, Math.min(since, earliest.get(id) ?? since));
	return earliest;
}

/** In one query with the revision and permission epoch it was true at: rights and data of two queries could be of two moments. */
export async function loadCaller(db: Queryable, principal: Principal): Promise<CallerState> {
	const [row] =
		isId(principal.workspaceId) && isId(principal.accountId)
			? await db.query<AccessRow>(ACCESS_QUERY, [principal.workspaceId, principal.accountId])
			: [];
	if (row === undefined) throw new EntityNotFoundError("workspace");
	const access: AccessSet = {
		principal,
		workspaceId: principal.workspaceId,
		accountId: principal.accountId,
		role: row.role,
		epoch: row.permission_epoch,
		revision: row.revision,
		settings: row.settings,
		mayWrite: principal.grant === undefined || principal.grant.mode === "write",
		onlyProjects: principal.grant?.projectIds ? new Set(principal.grant.projectIds.filter(isId)) : null,
		readableProjects: idsWhere(row.projects, ({ trashed, read }) => !trashed && read),
		writableProjects: idsWhere(row.projects, ({ trashed, write }) => !trashed && write),
		sharedForReading: idsWhere(row.shares, () => true),
		sharedForWriting: idsWhere(row.shares, ({ write }) => write),
		openedProjects: new Map(row.projects.flatMap(({ id, since }) => (since ? [[id, since]] : []))),
		sharedSince: findEarliest(row.shares),
		trashedProjects: idsWhere(row.projects, ({ trashed }) => trashed),
		restorableProjects: idsWhere(row.projects, ({ trashed, write }) => trashed && write),
	};
	const { display_name, email, profile, is_own_name } = row;
	const cursors = new ChangeCursors({ secret: row.ref_key, accountId: principal.accountId });
	return { access, cursors, profile: { ...profile, display_name, email, is_own_name } };
}

export const loadAccess = async (db: Queryable, principal: Principal): Promise<AccessSet> =>
	(await loadCaller(db, principal)).access;

/** Within reach of these rights, whether it lies in the trash or not. */
export const GRANTED = `(
	($2::uuid[] IS NULL OR e.project_id = ANY($2))
	AND (e.project_id IS NULL OR e.project_id <> ALL($7::uuid[]))
	AND (
		(e.visibility = 'inherit' AND (e.project_id = ANY($3::uuid[]) OR (e.project_id IS NULL AND $4::boolean)))
		OR (e.visibility <> 'inherit' AND e.owner_id = $5)
		OR (e.visibility = 'restricted' AND e.id = ANY($6::uuid[]))
	)
)`;

/**
 * The rows these rights reach, restorable projects in the trash included; takes $1 to $7 of `readableParams` and, as
 * `restorable`, the ids of those projects. Rows beyond reach are left in the database: to load a long text only to
 * answer that it does not exist takes longer than when it does not.
 */
export const withinReach = (restorable: string): string =>
	`(${GRANTED} OR (e.project_id = e.id AND e.id = ANY(${restorable}::uuid[])))`;

/** `mayRead` of the model as SQL over `entity e`; takes parameters $1 to $7, made by `readableParams`. */
export const READABLE = `(e.workspace_id = $1 AND e.deleted_at IS NULL AND ${GRANTED})`;

export const readableParams = (access: AccessSet): unknown[] => [
	access.workspaceId,
	access.onlyProjects && [...access.onlyProjects],
	[...access.readableProjects],
	access.role !== "guest",
	access.accountId,
	[...access.sharedForReading],
	[...access.trashedProjects],
];

/** `readableSince` of the model as SQL; takes $1 and $5 of `readableParams`, and `sinceParam` as `places`. */
export const sinceOf = (
	entity: string,
	places: string,
): string => `(CASE WHEN ${entity}.owner_id = $5 OR ${entity}.id = ${entity}.project_id THEN
		CASE ${entity}.visibility WHEN 'inherit' THEN coalesce((${places}::jsonb->'opened'->>${entity}.project_id::text)::bigint, 0) ELSE 0 END
	ELSE greatest(
		coalesce((SELECT a.revision FROM audience_since a WHERE a.workspace_id = $1 AND a.entity_id = ${entity}.id), 0),
		CASE ${entity}.visibility
			WHEN 'inherit' THEN coalesce((${places}::jsonb->'opened'->>${entity}.project_id::text)::bigint, 0)
			WHEN 'restricted' THEN coalesce((${places}::jsonb->'shared'->>${entity}.id::text)::bigint, 0)
			ELSE 0 END) END)`;

/** From when on a reader knows the projects that were opened to them, and what was shared with them. */
export const sinceParam = ({ openedProjects, sharedSince }: AccessSet): string =>
	JSON.stringify({ opened: Object.fromEntries(openedProjects), shared: Object.fromEntries(sharedSince) });
