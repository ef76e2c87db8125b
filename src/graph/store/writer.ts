import { type AccessSet, mayRead, type Principal, withProjects } from "../model/access.ts";
import type { Edge, Entity, EntityPatch, NewEdge, NewEntity } from "../model/entity.ts";
import { EntityNotFoundError } from "../model/errors.ts";
import { isId, makeRef, newId } from "../model/ids.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import type { Operation } from "../model/operation.ts";
import type { OwnKindDefinition } from "../model/own-kind.ts";
import type { Unconverted } from "../model/redefine-kind.ts";
import { loadAccess } from "./access.ts";
import { recordActivity } from "./activity.ts";
import type { Db, Queryable } from "./db.ts";
import { deriveEdges } from "./derive-edges.ts";
import { selectRows } from "./insert-rows.ts";
import { loadRows } from "./load-rows.ts";
import type { OwnWrite, OwnWrites } from "./own-writes.ts";
import { type Plan, planOperations } from "./plan-operations.ts";
import { planUndo } from "./plan-undo.ts";
import { applyRowChanges, type RowChange, rowIdOf } from "./row-change.ts";
import { type BodyChange, splitBodies, syncBlocks } from "./sync-blocks.ts";

export interface Committed {
	/** Null when there was nothing to change. */
	readonly change_id: string | null;
	readonly revision: number;
	/** The rows as they are now, as far as the writer may read them, in the order of the operations that touched them. */
	readonly entities: readonly Entity[];
	/** The edges that were asked for, those that were there already among them. */
	readonly edges: readonly Edge[];
	/** Values that could not follow when a kind was defined anew; each is kept under another name. */
	readonly unconverted: readonly Unconverted[];
}

/** What has to happen in the same transaction as a write: before anything is planned, and after everything is written. */
export interface CommitGuard {
	before(tx: Queryable): Promise<void>;
	after(tx: Queryable, committed: Committed): Promise<void>;
}

/** A change of more entities than this is an import or a migration, not something a person was working on. */
const LARGEST_EDIT = 50;

interface LockedWorkspace {
	readonly revision: number;
	readonly ref_key: Uint8Array;
}

/** Writes of one workspace wait for one another here, so that a revision names one state and no other. */
async function lockWorkspace(tx: Queryable, workspaceId: string): Promise<LockedWorkspace> {
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

interface LogEntry {
	readonly actorId: string;
	readonly via: string;
	readonly undoes: string | null;
	readonly relinked: readonly string[];
	/** The rows before and after, as they will stand in the log. */
	readonly images: ReturnType<typeof selectRows>;
	readonly now: string;
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
}): Promise<LogEntry["images"]> {
	await new Promise(setImmediate);
	const { workspaceId: workspace_id, revision, changes } = input;
	const rows = changes.map((change, ordinal) => ({
		...{ ordinal, table_name: change.table, row_id: rowIdOf(change) },
		...{ before: change.before, after: change.after },
	}));
	return selectRows({ shared: { workspace_id, revision }, columns: IMAGE_COLUMNS, rows });
}

/** One statement for all three tables: on the embedded engine each one costs more than what it writes. */
async function appendLog(tx: Queryable, entry: LogEntry): Promise<string> {
	const id = newId();
	const { sql, params } = entry.images;
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

/** Writes on behalf of one principal. Rights are read again inside the transaction: a revoked one must not win a race. */
export class Writer {
	readonly #db: Db;
	readonly #principal: Principal;
	readonly #ownWrites: OwnWrites | undefined;

	/** What is written is told to `ownWrites`, for whoever follows in this process. */
	constructor(db: Db, principal: Principal, ownWrites?: OwnWrites) {
		this.#db = db;
		this.#principal = principal;
		this.#ownWrites = ownWrites;
	}

	/** All operations or none, as one change of one revision. `via` says which door they came through. */
	commit(operations: readonly Operation[], via: string, guard?: CommitGuard): Promise<Committed> {
		const write = { via, undoes: null, guard };
		return this.#inTransaction(write, async (tx, access, now) => {
			const loaded = await loadRows(tx, access.workspaceId, operations);
			return planOperations({ access, loaded, now, operations });
		});
	}

	async create(entity: NewEntity, via: string): Promise<Entity> {
		const { entities } = await this.commit([{ op: "create", entity }], via);
		return entities[0] as Entity;
	}

	async update(id: string, version: number, patch: EntityPatch, via: string): Promise<Entity> {
		const { entities } = await this.commit([{ op: "update", id, version, patch }], via);
		return entities[0] as Entity;
	}

	link(edge: NewEdge, via: string): Promise<Committed> {
		return this.commit([{ op: "link", edge }], via);
	}

	/** Adds a kind of the workspace's own, or replaces it. */
	defineKind(definition: OwnKindDefinition, via: string): Promise<Committed> {
		return this.commit([{ op: "define_kind", definition }], via);
	}

	/** Takes away a kind of the workspace's own that nothing is of any more. */
	removeKind(kind: string, via: string): Promise<Committed> {
		return this.commit([{ op: "remove_kind", kind }], via);
	}

	/** Puts every row of a change back, as a new change; refused when anything has moved on since. */
	undo(changeId: string, via: string): Promise<Committed> {
		return this.#inTransaction({ via, undoes: changeId }, (tx, access, now) =>
			planUndo({ tx, access, changeId, now }),
		);
	}

	async #inTransaction(
		{ via, undoes, guard }: Pick<LogEntry, "via" | "undoes"> & { readonly guard?: CommitGuard | undefined },
		makePlan: (tx: Queryable, access: AccessSet, now: string) => Promise<Plan>,
	): Promise<Committed> {
		const { workspaceId } = this.#principal;
		if (!isId(workspaceId)) throw new EntityNotFoundError("workspace");
		let written: OwnWrite | undefined;
		const committed = await this.#db.transaction(async (tx) => {
			const locked = await lockWorkspace(tx, workspaceId);
			const access = await loadAccess(tx, this.#principal);
			await guard?.before(tx);
			const now = new Date().toISOString();
			const plan = await makePlan(tx, access, now);
			if (plan.changes.length === 0) {
				const { edges, unconverted } = plan;
				const unchanged = { change_id: null, revision: locked.revision, entities: [], edges, unconverted };
				await guard?.after(tx, unchanged);
				return unchanged;
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
				splitBodies(listBodyChanges(changes, plan.kinds)).then((bodies) =>
					syncBlocks(tx, workspaceId, bodies),
				),
			]);
			// A kind defined anew also changes entities that its writer may not read, and must not be told of.
			const entities = changes.flatMap((change) =>
				change.table === "entity" && mayRead(widened, change.after) ? [change.after] : [],
			);
			if (entities.length <= LARGEST_EDIT) {
				const edit = { workspaceId, accountId: access.accountId, action: "edit", at: now } as const;
				await recordActivity(tx, { ...edit, entityIds: entities.map((entity) => entity.id) });
			}
			const change_id = await appendLog(tx, {
				actorId: access.accountId,
				via,
				undoes,
				relinked,
				images,
				now,
			});
			written = { workspaceId, revision, changes, relinked };
			const { edges, unconverted } = plan;
			const done: Committed = { change_id, revision, entities, edges, unconverted };
			await guard?.after(tx, done);
			return done;
		});
		if (written) this.#ownWrites?.note(written);
		return committed;
	}
}
