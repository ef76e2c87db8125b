import { isDeepStrictEqual } from "node:util";
import {
	type AccessSet,
	knowsAfter,
	knowsBefore,
	mayRead,
	mayRedefineKinds,
	mayRestore,
	mayShapeWorkspace,
	mayWrite,
	readableSince,
	withProjects,
} from "../../model/access.ts";
import { type Edge, type Entity, edgeKey } from "../../model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";
import { BUILT_IN_KINDS } from "../../model/kinds/kind-registry.ts";
import { becomeNote } from "../../model/kinds/redefine-kind.ts";
import type { OwnKindRow } from "../../model/own-kind.ts";
import type { Queryable } from "../engine/db.ts";
import { readableParams, withinReach } from "../rights/access.ts";
import { loadOwnKinds, registerKinds } from "../tables/kinds.ts";
import { edgeColumns, loadEntities, type RowChange, rowIdOf } from "../tables/row-change.ts";
import { findClosedTrees } from "./load-rows.ts";
import type { Plan } from "./plan-operations.ts";
import { contentOf, UndoneRedefinitions } from "./undo-redefinition.ts";

type Logged = RowChange & { readonly revision: number };

/** Entities that were logged before files had a column of their own held none. */
const withFiles = <Image extends object | null>(image: Image): Image =>
	image && !("held_files" in image) ? { ...image, held_files: {} } : image;

/** Whether a change touched anything that may concern the undoer; its rows are loaded only then. */
const MAY_CONCERN = `SELECT FROM change c
	JOIN change_row r ON r.workspace_id = c.workspace_id AND r.revision = c.revision
	LEFT JOIN entity e ON r.table_name = 'entity' AND e.workspace_id = $1 AND e.id = r.row_id
	WHERE c.workspace_id = $1 AND c.id = $8::uuid AND (e.id IS NULL OR ${withinReach("$9")}) LIMIT 1`;

async function loadLoggedRows(tx: Queryable, access: AccessSet, changeId: string): Promise<Logged[]> {
	const { workspaceId, restorableProjects } = access;
	const mayConcern = isId(changeId)
		? await tx.query(MAY_CONCERN, [...readableParams(access), changeId, [...restorableProjects]])
		: [];
	if (mayConcern.length === 0) throw new EntityNotFoundError("change");
	const rows = await tx.query<Logged>(
		`SELECT r.revision, r.table_name AS table, r.before, r.after FROM change c
			JOIN change_row r ON r.workspace_id = c.workspace_id AND r.revision = c.revision
			WHERE c.workspace_id = $1 AND c.id = $2::uuid ORDER BY r.ordinal`,
		[workspaceId, changeId],
	);
	if (rows.length === 0) throw new EntityNotFoundError("change");
	return rows.map((row) =>
		row.table === "entity" ? { ...row, before: withFiles(row.before), after: withFiles(row.after) } : row,
	);
}

interface CurrentRows {
	readonly entities: ReadonlyMap<string, Entity>;
	readonly edges: ReadonlyMap<string, Edge>;
	readonly edgesByKey: ReadonlyMap<string, Edge>;
	readonly ownKinds: readonly OwnKindRow[];
	readonly audiences: ReadonlyMap<string, number>;
}

async function loadCurrentRows(
	tx: Queryable,
	workspaceId: string,
	logged: readonly RowChange[],
): Promise<CurrentRows> {
	const loggedEdges = logged.flatMap((row) => (row.table === "edge" ? (row.after ?? row.before ?? []) : []));
	const sources = loggedEdges.map((edge) => edge.src_id);
	const targets = loggedEdges.map((edge) => edge.dst_id);
	const entityIds = logged.flatMap((row) => (row.table === "entity" ? [row.after.id] : []));
	const named = [...new Set([...entityIds, ...sources, ...targets])];
	const entities = await loadEntities(tx, workspaceId, "id", named);
	const audiences = await tx.query<{ entity_id: string; revision: number }>(
		"SELECT entity_id, revision FROM audience_since WHERE workspace_id = $1 AND entity_id = ANY($2::uuid[])",
		[workspaceId, named],
	);
	const edges = await tx.query<Edge>(
		`SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 AND origin = 'stated'
			AND src_id = ANY($2::uuid[]) AND dst_id = ANY($3::uuid[])`,
		[workspaceId, sources, targets],
	);
	return {
		entities: new Map(entities.map((entity) => [entity.id, entity])),
		edges: new Map(edges.map((edge) => [edge.id, edge])),
		edgesByKey: new Map(edges.map((edge) => [edgeKey(edge), edge])),
		ownKinds: await loadOwnKinds(tx, workspaceId),
		audiences: new Map(audiences.map(({ entity_id, revision }) => [entity_id, revision])),
	};
}

/** Rights reach into a project again once the undo has brought it back, and its contents may come back with it. */
function reopenProjects(access: AccessSet, logged: readonly RowChange[], current: CurrentRows): AccessSet {
	const comesBack = (row: RowChange): boolean => row.table === "entity" && row.before?.deleted_at === null;
	const projects = logged
		.filter(comesBack)
		.flatMap((row) => current.entities.get(rowIdOf(row)) ?? [])
		.filter((entity) => entity.project_id === entity.id && mayRestore(access, entity));
	return withProjects(
		access,
		projects.map((project) => project.id),
	);
}

/** The undoer's rights to one row: not to know of it, to read it, or to take it back. */
type Reach = "hidden" | "readable" | "writable";

/** How much the undoer may know of a row before and after the change, given when they could first read its entity. */
function knowPast(row: Logged, since: number): "nothing" | "some" | "all" {
	const before = row.before === null || knowsBefore(since, row.revision);
	const after = row.after === null || knowsAfter(since, row.revision);
	if (before && after) return "all";
	return row.after !== null && after ? "some" : "nothing";
}

const sinceOf = (access: AccessSet, entity: Entity, { audiences }: CurrentRows): number =>
	readableSince(access, entity, audiences.get(entity.id) ?? 0);

function reachOf(
	access: AccessSet,
	row: Logged,
	current: CurrentRows,
	redefinitions: UndoneRedefinitions,
): Reach {
	if (row.table === "own_kind") {
		const redefined = row.before !== null && row.after !== null;
		return (redefined ? mayRedefineKinds : mayShapeWorkspace)(access) ? "writable" : "readable";
	}
	if (row.table === "entity") {
		if (mayRedefineKinds(access) && (redefinitions.onlyFollowed(row) || lostItsKind(row))) return "writable";
		const entity = current.entities.get(row.after.id);
		if (entity === undefined) return "hidden";
		if (!mayRead(access, entity)) return "hidden";
		const known = knowPast(row, sinceOf(access, entity, current));
		if (known !== "all") return known === "some" ? "readable" : "hidden";
		const changesAudience = row.before !== null && row.before.visibility !== row.after.visibility;
		const owns = entity.owner_id === access.accountId;
		return mayWrite(access, entity) && (owns || !changesAudience) ? "writable" : "readable";
	}
	const edge = row.after ?? row.before;
	const source = edge && current.entities.get(edge.src_id);
	const target = edge && current.entities.get(edge.dst_id);
	if (!source || !target || !mayRead(access, source) || !mayRead(access, target)) return "hidden";
	const since = Math.max(sinceOf(access, source, current), sinceOf(access, target, current));
	const known = knowPast(row, since);
	if (known === "nothing") return "hidden";
	return known === "all" && mayWrite(access, source) ? "writable" : "readable";
}

/** Whether an entity changed because its kind was removed, or came back. */
const lostItsKind = (row: RowChange): boolean =>
	row.table === "entity" && row.before !== null && row.before.kind !== row.after.kind;

const findOwnKind = (row: OwnKindRow | null | undefined, current: CurrentRows): OwnKindRow | undefined =>
	current.ownKinds.find(({ kind }) => kind === row?.kind);

/** Content is compared, not versions: a row whose later changes were undone has a higher version and says the same. */
function isOvertaken(row: RowChange, current: CurrentRows): boolean {
	if (row.table === "entity") {
		return !isDeepStrictEqual(contentOf(current.entities.get(row.after.id)), contentOf(row.after));
	}
	if (row.table === "own_kind") {
		const found = findOwnKind(row.after ?? row.before, current);
		return !isDeepStrictEqual(found?.definition, row.after?.definition);
	}
	if (row.after) return !isDeepStrictEqual(current.edges.get(row.after.id), row.after);
	// The edge was removed; somebody may have drawn the same one again.
	return row.before !== null && current.edgesByKey.has(edgeKey(row.before));
}

/** Returns the earlier state of a row, as a new version; an entity that the change created goes to the trash. */
function revertRow(row: RowChange, current: CurrentRows, now: string): RowChange {
	if (row.table === "edge") return { table: "edge", before: row.after, after: row.before };
	if (row.table === "own_kind") {
		const before = findOwnKind(row.after, current) ?? null;
		const version = (before?.version ?? 0) + 1;
		const after = row.before && { ...row.before, id: before?.id ?? row.before.id, version };
		return { table: "own_kind", before, after };
	}
	const before = current.entities.get(row.after.id) ?? row.after;
	const restored = row.before ?? { ...row.after, deleted_at: now };
	return {
		table: "entity",
		before,
		after: { ...restored, updated_at: now, version: before.version + 1 },
	};
}

function listKindsAfter(current: CurrentRows, changes: readonly RowChange[]): readonly OwnKindRow[] {
	const kinds = new Map(current.ownKinds.map((row) => [row.kind, row]));
	for (const row of changes) {
		if (row.table !== "own_kind") continue;
		if (row.before) kinds.delete(row.before.kind);
		if (row.after) kinds.set(row.after.kind, row.after);
	}
	return [...kinds.values()];
}

/** A kind that things are of cannot be undone away, nor a thing come back without its kind. Unknown ones become notes. */
async function settleKinds(
	tx: Queryable,
	access: AccessSet,
	reverted: readonly RowChange[],
	current: CurrentRows,
	now: string,
): Promise<readonly RowChange[]> {
	const kept = new Set(listKindsAfter(current, reverted).map((row) => row.kind));
	const removed = current.ownKinds.map((row) => row.kind).filter((kind) => !kept.has(kind));
	const touched = reverted.flatMap((row) => (row.table === "entity" ? [row.after] : []));
	const touchedIds = new Set(touched.map((entity) => entity.id));
	const ofRemoved = await loadEntities(tx, access.workspaceId, "kind", removed);
	const used = ofRemoved.filter(({ id }) => !touchedIds.has(id));
	const [known, unknown] = [true, false].map((isKnown) =>
		used.filter((entity) => mayRead(access, entity) === isKnown),
	) as [Entity[], Entity[]];
	const builtIn = new Set(BUILT_IN_KINDS.map(({ kind }) => kind));
	const homeless = touched.filter(
		({ kind, deleted_at: deletedAt }) => deletedAt === null && !kept.has(kind) && !builtIn.has(kind),
	);
	const [blocking] = [...known.filter((entity) => entity.deleted_at === null), ...homeless];
	if (blocking === undefined) {
		return unknown.map((before) => ({
			...{ table: "entity", before },
			after: { ...becomeNote(before), updated_at: now, version: before.version + 1 },
		}));
	}
	throw new ConflictError(
		`There are entities of the kind "${blocking.kind}", which would then be unknown. Undo or delete those first.`,
		{ kind: blocking.kind },
		"kind_in_use",
	);
}

/** Entities of kinds that change back which the change itself did not touch, or which have moved on unseen by the undoer. */
async function loadFollowing(
	tx: Queryable,
	access: AccessSet,
	redefinitions: UndoneRedefinitions,
	logged: readonly Logged[],
	current: CurrentRows,
): Promise<Entity[]> {
	if (redefinitions.kinds.length === 0) return [];
	const restored = new Set(
		logged.filter((row) => !isOutOfSight(access, row, current) || !isOvertaken(row, current)).map(rowIdOf),
	);
	const entities = await loadEntities(tx, access.workspaceId, "kind", redefinitions.kinds);
	return entities.filter((entity) => !restored.has(entity.id));
}

function isOutOfSight(access: AccessSet, row: Logged, current: CurrentRows): boolean {
	const entity = row.table === "entity" ? current.entities.get(row.after.id) : undefined;
	if (entity === undefined) return false;
	return !mayRead(access, entity) || knowPast(row, sinceOf(access, entity, current)) !== "all";
}

/**
 * Returns the rows of a change that are about one entity: its own, and the relations it states, or else those that lead to
 * it. An entity that the change created goes to the trash with its relations as they are, so that it can come back with
 * them. Relations to what the undoer may not know of are left alone: a refusal would reveal them.
 */
function partAbout(
	entityId: string,
	logged: readonly Logged[],
	isHidden: (row: Logged) => boolean,
): readonly Logged[] {
	const own = logged.filter((row) => row.table === "entity" && row.after.id === entityId);
	if (own.some(({ before }) => before === null)) return own;
	const edges = logged.filter((row) => row.table === "edge" && !isHidden(row));
	const at = (end: "src_id" | "dst_id") =>
		edges.filter((row) => row.table === "edge" && (row.after ?? row.before)?.[end] === entityId);
	const part = [...own, ...at("src_id")];
	return part.length > 0 ? part : at("dst_id");
}

/**
 * Plans the row changes that take a change back, or the part of it that is about one entity. Every row must still be as the change left it: an undo that skipped a
 * row which moved on would leave a state nobody ever saw. A kind that changes back takes all its entities along; those
 * the undoer may not see follow it as they are now, so that no refusal reveals them.
 */
export async function planUndo(input: {
	readonly tx: Queryable;
	readonly access: AccessSet;
	readonly changeId: string;
	/** Only the part that is about this entity. */
	readonly entityId?: string | undefined;
	readonly now: string;
}): Promise<Plan> {
	const { tx, changeId, entityId, now } = input;
	const { workspaceId } = input.access;
	const all = await loadLoggedRows(tx, input.access, changeId);
	const current = await loadCurrentRows(tx, workspaceId, all);
	const whole = new UndoneRedefinitions(all);
	const isHidden = (row: Logged): boolean => reachOf(input.access, row, current, whole) === "hidden";
	const logged = entityId === undefined ? all : partAbout(entityId, all, isHidden);
	const access = reopenProjects(input.access, logged, current);
	const redefinitions = new UndoneRedefinitions(logged);
	const reaches = logged.map((row) => reachOf(access, row, current, redefinitions));
	if (reaches.every((reach) => reach === "hidden")) throw new EntityNotFoundError("change");
	if (reaches.some((reach) => reach !== "writable")) {
		throw new ForbiddenError("This change touched things you may not change, so you cannot undo it.");
	}
	const following = await loadFollowing(tx, access, redefinitions, logged, current);
	const followingIds = new Set(following.map(({ id }) => id));
	const isLeft = (row: Logged): boolean =>
		lostItsKind(row) && isOutOfSight(access, row, current) && isOvertaken(row, current);
	const restoring = logged.filter((row) => !followingIds.has(rowIdOf(row)) && !isLeft(row));
	const reverted = restoring.map((row) => revertRow(row, current, now));
	const overtaken = [
		...restoring.filter((row) => isOvertaken(row, current)).map(rowIdOf),
		...(await findClosedTrees(tx, access, reverted)),
	];
	if (overtaken.length > 0) {
		throw new ConflictError(
			"Something has changed since, so this cannot be undone as a whole. Undo the later changes first.",
			{ rows: overtaken },
			"overtaken",
		);
	}
	const settled = await settleKinds(tx, access, reverted, current, now);
	const followed = following.map((entity) => ({ entity, ...redefinitions.follow(entity, now) }));
	const changes = [...reverted, ...settled, ...followed.flatMap(({ change }) => change ?? [])];
	return {
		changes,
		touched: changes.flatMap((change) => (change.table === "entity" ? [change.after] : [])),
		newProjects: [],
		edges: changes.flatMap((change) => (change.table === "edge" ? (change.after ?? []) : [])),
		kinds: registerKinds(listKindsAfter(current, reverted)),
		unconverted: followed
			.filter(({ entity }) => mayRead(access, entity))
			.flatMap(({ unconverted }) => unconverted),
	};
}
