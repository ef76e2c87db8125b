import type { AccessSet, Principal, WorkspaceRole } from "../../model/access.ts";
import { ChangeCursors } from "../../model/change-cursors.ts";
import { EntityNotFoundError, ForbiddenError } from "../../model/errors.ts";
import { isId, isRef } from "../../model/ids.ts";
import type { JsonObject } from "../../model/json.ts";
import type { OwnProfile, Profile } from "../../model/profile.ts";
import { type Db, type Queryable, StorePart } from "../engine/db.ts";
import type { RowChange } from "../tables/row-change.ts";

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

export abstract class Repository<Database extends Queryable = Queryable> extends StorePart<Database> {
	protected readonly access: AccessSet;

	constructor(db: Database, access: AccessSet) {
		super(db);
		this.access = access;
	}

	/** The values of `workspace_id = $1 AND account_id = $2`, for rows that belong to one person. */
	protected get owner(): readonly [workspaceId: string, accountId: string] {
		return [this.access.workspaceId, this.access.accountId];
	}

	/** Whether a token limits the caller to some projects. */
	protected get isBound(): boolean {
		return this.access.onlyProjects !== null;
	}

	protected checkMayWrite(): void {
		if (!this.access.mayWrite)
			throw new ForbiddenError("This token may only read. Create one with write access.");
	}
}

/**
 * Looks up the ids of refs, even of entities in the trash and of those the caller may not see. An id grants nothing:
 * every use of it checks the rights itself, and must, because an id may be guessed or remembered.
 */
export class Refs extends Repository {
	/** Returns a text that is no ref unchanged. */
	async idOf(idOrRef: string): Promise<string> {
		if (!isRef(idOrRef)) return idOrRef;
		const [row] = await this.db.query<{ id: string }>(
			"SELECT id FROM entity WHERE workspace_id = $1 AND ref = $2",
			[this.access.workspaceId, idOrRef],
		);
		return row?.id ?? idOrRef;
	}
}

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
