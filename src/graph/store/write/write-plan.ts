import { type AccessSet, mayRead, withProjects } from "../../model/access.ts";
import type { Entity } from "../../model/entity.ts";
import { EntityNotFoundError } from "../../model/errors.ts";
import { makeRef, newId } from "../../model/ids.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { deriveEdges } from "../derive/derive-edges.ts";
import { type BodyChange, forgetRetiredBlocks, splitBodies, syncBlocks } from "../derive/sync-blocks.ts";
import type { Queryable } from "../engine/db.ts";
import { loadKinds } from "../tables/kinds.ts";
import { applyRowChanges, entityColumns, type RowChange, rowIdOf, selectRows } from "../tables/row-change.ts";
import { recordActivity } from "./activity.ts";
import { loadFormerTitles } from "./load-rows.ts";
import type { OwnWrite } from "./own-writes.ts";
import type { Plan } from "./plan-operations.ts";
import type { Committed } from "./writer.ts";

/** A change of more entities than this is an import or a migration, not something a person was working on. */
const LARGEST_EDIT = 50;
/** An import writes in the name of its source, even a small one. */
const IMPORTED = /^import:/;

export interface LockedWorkspace {
	readonly revision: number;
	readonly ref_key: Uint8Array;
}

/** Writes of one workspace wait for one another here, so that a revision names one state and no other. */
export async function lockWorkspace(tx: Queryable, workspaceId: string): Promise<LockedWorkspace> {
	const [row] = await tx.query<LockedWorkspace>(
		"SELECT revision, ref_key FROM workspace WHERE id = $1 FOR UPDATE",
		[workspaceId],
	);
	if (row === undefined) throw new EntityNotFoundError("workspace");
	return row;
}

/** Gives every new entity its ref; two ids of a workspace that hash alike get another try. */
async function assignRefs(
	tx: Queryable,
	workspaceId: string,
	key: Uint8Array,
	changes: readonly RowChange[],
): Promise<RowChange[]> {
	const fresh = changes.flatMap((change) =>
		change.table === "entity" && change.after.ref === "" ? [change.after] : [],
	);
	if (fresh.length === 0) return [...changes];
	const refs = new Map(fresh.map((entity) => [entity.id, makeRef(key, entity.id)]));
	for (let attempt = 1; ; attempt += 1) {
		const taken = await tx.query<{ ref: string }>(
			"SELECT ref FROM entity WHERE workspace_id = $1 AND ref = ANY($2::text[])",
			[workspaceId, [...refs.values()]],
		);
		const seen = new Set(taken.map((row) => row.ref));
		const clashing = [...refs].filter(([, ref]) => seen.has(ref) || !seen.add(ref));
		if (clashing.length === 0) break;
		for (const [id] of clashing) refs.set(id, makeRef(key, id, attempt));
	}
	return changes.map((change) =>
		change.table === "entity" && refs.has(change.after.id)
			? { ...change, after: { ...change.after, ref: refs.get(change.after.id) ?? "" } }
			: change,
	);
}

/** A new project is open to the workspace until somebody closes it, and its maker runs it. */
async function openProjects(
	tx: Queryable,
	access: AccessSet,
	projectIds: readonly string[],
): Promise<AccessSet> {
	if (projectIds.length === 0) return access;
	await tx.query(
		"INSERT INTO project_access (workspace_id, project_id, visibility) SELECT $1, unnest($2::uuid[]), 'workspace'",
		[access.workspaceId, projectIds],
	);
	await tx.query(
		"INSERT INTO project_member (workspace_id, project_id, account_id, role) SELECT $1, unnest($2::uuid[]), $3, 'admin'",
		[access.workspaceId, projectIds, access.accountId],
	);
	await tx.query("UPDATE workspace SET permission_epoch = permission_epoch + 1 WHERE id = $1", [
		access.workspaceId,
	]);
	return withProjects(access, projectIds);
}

/** Projects that come out of the trash: the rights were read while they lay in it. */
const listRestoredProjects = (changes: readonly RowChange[]): readonly string[] =>
	changes.flatMap((change) => {
		if (change.table !== "entity" || change.after.project_id !== change.after.id) return [];
		const wasGone = change.before !== null && change.before.deleted_at !== null;
		return wasGone && change.after.deleted_at === null ? [change.after.id] : [];
	});

/** Texts of kinds that write prose; only these are spoken of by the block. */
function listBodyChanges(changes: readonly RowChange[], kinds: KindRegistry): readonly BodyChange[] {
	return changes.flatMap((change) => {
		if (change.table !== "entity" || !kinds.find(change.after.kind)?.writesProse) return [];
		const formerBody = change.before?.body ?? "";
		return formerBody === change.after.body ? [] : [{ entity: change.after, formerBody }];
	});
}

const IMAGE_COLUMNS = {
	ordinal: "integer",
	table_name: "text",
	row_id: "uuid",
	before: "json",
	after: "json",
} as const;

/** Waits until the engine has work: a thousand texts take this thread as long to print as the engine to write. */
async function printImages(input: {
	readonly workspaceId: string;
	readonly revision: number;
	readonly changes: readonly RowChange[];
}): Promise<ReturnType<typeof selectRows>> {
	await new Promise(setImmediate);
	const { workspaceId: workspace_id, revision, changes } = input;
	const rows = changes.map((change, ordinal) => ({
		...{ ordinal, table_name: change.table, row_id: rowIdOf(change) },
		...{ before: change.before, after: change.after },
	}));
	return selectRows({ shared: { workspace_id, revision }, columns: IMAGE_COLUMNS, rows });
}

/** One statement for all three tables: on the embedded engine each one costs more than what it writes. */
async function appendLog(
	tx: Queryable,
	images: Awaited<ReturnType<typeof printImages>>,
	entry: Pick<Parameters<typeof writePlan>[0], "via" | "undoes" | "now"> & {
		readonly actorId: string;
		readonly relinked: readonly string[];
	},
): Promise<string> {
	const id = newId();
	const { sql, params } = images;
	const values = [id, entry.actorId, entry.via, entry.undoes, entry.relinked, entry.now];
	const [own, actor, via, undoes, relinked, now] = values.map((_, index) => `$${params.length + index + 1}`);
	await tx.query(
		`WITH moved AS (UPDATE workspace SET revision = $2 WHERE id = $1),
			logged AS (INSERT INTO change (workspace_id, revision, id, actor_id, via, undoes, relinked, created_at)
				VALUES ($1, $2, ${own}, ${actor}, ${via}, ${undoes}, ${relinked}::uuid[], ${now}))
			INSERT INTO change_row (workspace_id, revision, ${Object.keys(IMAGE_COLUMNS).join(", ")}) ${sql}`,
		[...params, ...values],
	);
	return id;
}

/** Things that get other readers: what they were before is not for those. */
async function noteAudiences(
	tx: Queryable,
	workspaceId: string,
	revision: number,
	changes: readonly RowChange[],
): Promise<void> {
	const moved = changes.flatMap((change) =>
		change.table === "entity" && change.before && change.before.visibility !== change.after.visibility
			? [change.after.id]
			: [],
	);
	if (moved.length === 0) return;
	await noteAudience(tx, { workspaceId, entityIds: moved, revision });
	await forgetRetiredBlocks(tx, workspaceId, { column: "id", ids: moved });
}

/** From this revision on, things have the readers they have now. */
export async function noteAudience(
	tx: Queryable,
	input: {
		readonly workspaceId: string;
		readonly entityIds: readonly string[];
		readonly revision: number;
	},
): Promise<void> {
	await tx.query(
		`INSERT INTO audience_since (workspace_id, entity_id, revision) SELECT $1, unnest($2::uuid[]), $3::bigint
			ON CONFLICT (workspace_id, entity_id) DO UPDATE SET revision = excluded.revision`,
		[input.workspaceId, input.entityIds, input.revision],
	);
}

/** One change of one revision. `written` is for the code that follows in this process, once the transaction is committed. */
export async function writePlan(input: {
	readonly tx: Queryable;
	readonly access: AccessSet;
	readonly locked: LockedWorkspace;
	readonly plan: Plan;
	readonly via: string;
	readonly undoes: string | null;
	readonly now: string;
}): Promise<{ readonly committed: Committed; readonly written?: OwnWrite }> {
	const { tx, access, locked, plan, via, undoes, now } = input;
	const { workspaceId } = access;
	const { edges, unconverted } = plan;
	if (plan.changes.length === 0) {
		const entities = plan.touched.filter((entity) => mayRead(access, entity));
		const committed = { change_id: null, revision: locked.revision, entities, edges, unconverted };
		return { committed };
	}
	const changes = await assignRefs(tx, workspaceId, locked.ref_key, plan.changes);
	const revision = locked.revision + 1;
	const writeRows = async () => {
		await applyRowChanges(tx, workspaceId, changes);
		const opened = await openProjects(tx, access, plan.newProjects);
		const widened = withProjects(opened, listRestoredProjects(changes));
		const [relinked, images] = await Promise.all([
			deriveEdges({ tx, access: widened, kinds: plan.kinds, now }, changes),
			printImages({ workspaceId, revision, changes }),
		]);
		return { widened, relinked, images };
	};
	// The engine has a thread of its own: while it writes rows, links and edges, this one cuts the texts into blocks.
	const [{ widened, relinked, images }] = await Promise.all([
		writeRows(),
		splitBodies(listBodyChanges(changes, plan.kinds)).then((bodies) => syncBlocks(tx, workspaceId, bodies)),
	]);
	await noteAudiences(tx, workspaceId, revision, changes);
	const rows = new Map(
		changes.flatMap((change) => (change.table === "entity" ? [[change.after.id, change.after]] : [])),
	);
	// A redefined kind also changes entities that its writer may not read, and must not get back.
	const changed = [...rows.values()].filter((entity) => mayRead(widened, entity));
	if (changed.length <= LARGEST_EDIT && !IMPORTED.test(via)) {
		const edit = { workspaceId, accountId: access.accountId, action: "edit", at: now } as const;
		await recordActivity(tx, { ...edit, entityIds: changed.map((entity) => entity.id) });
	}
	const actorId = access.accountId;
	const change_id = await appendLog(tx, images, { actorId, via, undoes, relinked, now });
	const entities = plan.touched
		.map((entity) => rows.get(entity.id) ?? entity)
		.filter((entity) => mayRead(widened, entity));
	return {
		committed: { change_id, revision, entities, edges, unconverted },
		written: { workspaceId, revision, changes, relinked },
	};
}

/** Rights are changed by signed-in persons only, so this is a person's own change. */
const VIA = "http";

/**
 * Prepares things for other readers: removes their earlier titles, which only serve links that were written with them
 * and which those readers should not learn, and the ids of text that was cut out. Returns the revision from which on
 * the new readers see the things.
 */
export async function dropFormerTitles(
	tx: Queryable,
	access: AccessSet,
	place: { readonly entityId: string } | { readonly projectId: string },
): Promise<number> {
	const { workspaceId } = access;
	const locked = await lockWorkspace(tx, workspaceId);
	const [column, id] =
		"entityId" in place ? (["id", place.entityId] as const) : (["project_id", place.projectId] as const);
	const named = await tx.query<Entity>(
		`SELECT ${entityColumns("e.")} FROM entity e
			WHERE e.workspace_id = $1 AND e.${column} = $2::uuid AND e.aliases <> '{}' AND EXISTS (
				SELECT FROM change_row r WHERE r.workspace_id = $1 AND r.row_id = e.id AND r.table_name = 'entity'
					AND r.before->>'title' = ANY(e.aliases))
			ORDER BY e.id`,
		[workspaceId, id],
	);
	const former = await loadFormerTitles(
		tx,
		workspaceId,
		named.map((entity) => entity.id),
	);
	const now = new Date().toISOString();
	const changes = named.flatMap((before): RowChange[] => {
		const aliases = before.aliases.filter((alias) => !former.get(before.id)?.has(alias));
		if (aliases.length === before.aliases.length) return [];
		const after = { ...before, aliases, updated_at: now, version: before.version + 1 };
		return [{ table: "entity", before, after }];
	});
	await forgetRetiredBlocks(tx, workspaceId, { column, ids: [id] });
	const kinds = await loadKinds(tx, workspaceId);
	const plan = { changes, touched: [], newProjects: [], edges: [], unconverted: [], kinds };
	const { committed } = await writePlan({ tx, access, locked, plan, via: VIA, undoes: null, now });
	return committed.revision;
}
