import { type AccessSet, type Guarded, mayRead, mayWrite } from "../../model/access.ts";
import { type Edge, type EdgeEnds, type Entity, edgeKey, type NewEdge } from "../../model/entity.ts";
import { isId } from "../../model/ids.ts";
import type { Operation } from "../../model/operation.ts";
import type { OwnKindRow } from "../../model/own-kind.ts";
import { ACYCLIC_RELATIONS, canonicaliseRelation } from "../../model/relations.ts";
import type { Queryable } from "../engine/db.ts";
import { readableParams, withinReach } from "../rights/access.ts";
import { edgeColumns, entityColumns, loadEntities, type RowChange } from "../tables/row-change.ts";
import type { WriteScope } from "./resolve-names.ts";

/** An edge of a relation that builds trees, with what decides who may know of its upper end. */
export type AncestorEdge = Pick<Edge, "src_id" | "dst_id"> & Omit<Guarded, "id"> & Pick<Entity, "deleted_at">;

/** The columns of `entity s` that an ancestor edge needs. */
const ANCESTOR_GUARD = "s.project_id, s.visibility, s.owner_id, s.deleted_at";

/** Whether somebody may know that an edge is there; what lies in the trash is known to those who may take it out. */
export function knowsAncestor(
	access: AccessSet,
	{ src_id: id, deleted_at, ...guard }: AncestorEdge,
): boolean {
	const upper = { id, ...guard };
	return mayRead(access, upper) && (deleted_at === null || mayWrite(access, upper));
}

/** Everything above an entity, itself among it, as far up as somebody may follow. */
function listAncestors(access: AccessSet, id: string, edges: readonly AncestorEdge[]): ReadonlySet<string> {
	const known = edges.filter((edge) => knowsAncestor(access, edge));
	const above = new Set([id]);
	for (const reached of above) {
		for (const { src_id: upper, dst_id: lower } of known) if (lower === reached) above.add(upper);
	}
	return above;
}

/** The edges above $3 by $2, looking past the edges $4. */
const ABOVE = `
	WITH RECURSIVE above AS (
		SELECT src_id, dst_id FROM edge
			WHERE workspace_id = $1 AND rel = $2 AND origin = 'stated' AND dst_id = $3 AND id <> ALL($4::uuid[])
		UNION
		SELECT e.src_id, e.dst_id FROM edge e JOIN above ON e.dst_id = above.src_id
			WHERE e.workspace_id = $1 AND e.rel = $2 AND e.origin = 'stated' AND e.id <> ALL($4::uuid[])
	) SELECT a.src_id, a.dst_id, ${ANCESTOR_GUARD} FROM above a JOIN entity s ON s.workspace_id = $1 AND s.id = a.src_id`;

/** Edges that would close a cycle in a tree, as far as the undoer may know: a refusal must not reveal hidden entities. */
export async function findClosedTrees(
	tx: Queryable,
	access: AccessSet,
	changes: readonly RowChange[],
): Promise<readonly string[]> {
	const edges = changes.flatMap((change) => (change.table === "edge" ? [change] : []));
	const leaving = edges.flatMap(({ before, after }) => (before && !after ? [before.id] : []));
	const closed: string[] = [];
	for (const { before, after } of edges) {
		if (before || !after || !ACYCLIC_RELATIONS.includes(after.rel)) continue;
		const params = [access.workspaceId, after.rel, after.src_id, leaving];
		const edges = await tx.query<AncestorEdge>(ABOVE, params);
		if (listAncestors(access, after.src_id, edges).has(after.dst_id)) closed.push(after.id);
	}
	return closed;
}

/** The columns of an entity that linking needs; its texts are left in the database. */
export type Endpoint = Guarded & Pick<Entity, "kind" | "title" | "deleted_at">;

export interface LoadedRows {
	readonly entities: ReadonlyMap<string, Entity>;
	/** Ids that were given to new entities and that others have, seen or unseen. */
	readonly takenIds: ReadonlySet<string>;
	readonly ends: ReadonlyMap<string, Endpoint>;
	readonly edges: ReadonlyMap<string, Edge>;
	readonly stated: ReadonlyMap<string, Edge>;
	readonly ownKinds: readonly OwnKindRow[];
	/** The earlier titles of entities that get other readers, from the log. */
	readonly formerTitles: ReadonlyMap<string, ReadonlySet<string>>;
	/** Edges of tree-building relations above everything that gets something below it. */
	readonly ancestry: readonly (AncestorEdge & EdgeEnds)[];
}

function orient({ src_id, rel: name, dst_id }: NewEdge): EdgeEnds {
	const { rel, swap } = canonicaliseRelation(name);
	return swap ? { src_id: dst_id, rel, dst_id: src_id } : { src_id, rel, dst_id };
}

function listNamed(operations: readonly Operation[]) {
	const entityIds = new Set<string>();
	const edgeIds = new Set<string>();
	const links: EdgeEnds[] = [];
	const createdIds: string[] = [];
	// Those whose visibility may change, and kinds whose every entity is needed because the kind itself changes.
	const openedIds: string[] = [];
	const shapedKinds: string[] = [];
	for (const operation of operations) {
		switch (operation.op) {
			case "create":
				if (operation.entity.project_id) entityIds.add(operation.entity.project_id);
				if (operation.entity.id) createdIds.push(operation.entity.id);
				break;
			case "link":
				if (operation.edge.id) edgeIds.add(operation.edge.id);
				links.push(orient(operation.edge));
				break;
			case "unlink":
				edgeIds.add(operation.id);
				break;
			case "define_kind":
				shapedKinds.push(operation.definition.kind);
				break;
			case "remove_kind":
				shapedKinds.push(operation.kind);
				break;
			case "update":
				if (operation.patch.visibility !== undefined) openedIds.push(operation.id);
				entityIds.add(operation.id);
				break;
			default:
				entityIds.add(operation.id);
		}
	}
	return {
		entityIds: [...entityIds].filter(isId),
		edgeIds: [...edgeIds].filter(isId),
		createdIds: createdIds.filter(isId),
		openedIds: openedIds.filter(isId),
		links: links.filter((link) => isId(link.src_id) && isId(link.dst_id)),
		shapedKinds,
	};
}

async function loadAncestry(
	tx: Queryable,
	workspaceId: string,
	links: readonly EdgeEnds[],
): Promise<LoadedRows["ancestry"]> {
	const growing = links.filter(({ rel }) => ACYCLIC_RELATIONS.includes(rel));
	if (growing.length === 0) return [];
	return tx.query<AncestorEdge & EdgeEnds>(
		`WITH RECURSIVE above AS (
				SELECT e.src_id, e.rel, e.dst_id FROM (SELECT DISTINCT * FROM unnest($2::uuid[], $3::text[])) AS start(id, rel)
					JOIN edge e ON e.workspace_id = $1 AND e.dst_id = start.id AND e.rel = start.rel AND e.origin = 'stated'
				UNION
				SELECT e.src_id, e.rel, e.dst_id FROM edge e JOIN above ON e.dst_id = above.src_id AND e.rel = above.rel
					WHERE e.workspace_id = $1 AND e.origin = 'stated'
			) SELECT a.src_id, a.rel, a.dst_id, ${ANCESTOR_GUARD} FROM above a
				JOIN entity s ON s.workspace_id = $1 AND s.id = a.src_id`,
		[workspaceId, growing.map(({ src_id }) => src_id), growing.map(({ rel }) => rel)],
	);
}

async function loadEdges(tx: Queryable, workspaceId: string, ids: readonly string[]): Promise<Edge[]> {
	if (ids.length === 0) return [];
	return tx.query<Edge>(
		`SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 AND id = ANY($2::uuid[])`,
		[workspaceId, ids],
	);
}

/** One look-up for each link. As a plain join, the engine mostly reads all edges there are. */
async function loadStated(tx: Queryable, workspaceId: string, links: readonly EdgeEnds[]): Promise<Edge[]> {
	if (links.length === 0) return [];
	return tx.query<Edge>(
		`SELECT e.* FROM unnest($2::uuid[], $3::text[], $4::uuid[]) AS link(src_id, rel, dst_id)
			CROSS JOIN LATERAL (SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 AND src_id = link.src_id
				AND rel = link.rel AND dst_id = link.dst_id AND origin = 'stated' LIMIT 1) e`,
		[
			workspaceId,
			links.map(({ src_id }) => src_id),
			links.map(({ rel }) => rel),
			links.map(({ dst_id }) => dst_id),
		],
	);
}

async function loadNamed(tx: Queryable, access: AccessSet, ids: readonly string[]): Promise<Entity[]> {
	if (ids.length === 0) return [];
	return tx.query<Entity>(
		`SELECT ${entityColumns("e.")} FROM entity e
			WHERE e.workspace_id = $1 AND e.id = ANY($8::uuid[]) AND ${withinReach("$9")}`,
		[...readableParams(access), ids, [...access.restorableProjects]],
	);
}

async function findTaken(
	tx: Queryable,
	workspaceId: string,
	ids: readonly string[],
): Promise<ReadonlySet<string>> {
	if (ids.length === 0) return new Set();
	const rows = await tx.query<{ id: string }>(
		"SELECT id FROM entity WHERE workspace_id = $1 AND id = ANY($2::uuid[])",
		[workspaceId, ids],
	);
	return new Set(rows.map(({ id }) => id));
}

async function loadEnds(tx: Queryable, workspaceId: string, edges: readonly EdgeEnds[]): Promise<Endpoint[]> {
	if (edges.length === 0) return [];
	return tx.query<Endpoint>(
		`SELECT id, kind, project_id, title, visibility, owner_id, deleted_at FROM entity
			WHERE workspace_id = $1 AND id = ANY($2::uuid[])`,
		[workspaceId, [...new Set(edges.flatMap((edge) => [edge.src_id, edge.dst_id]))]],
	);
}

export async function loadFormerTitles(
	tx: Queryable,
	workspaceId: string,
	ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
	if (ids.length === 0) return new Map();
	const rows = await tx.query<{ id: string; titles: readonly string[] }>(
		`SELECT row_id AS id, array_agg(DISTINCT before->>'title') AS titles FROM change_row
			WHERE workspace_id = $1 AND row_id = ANY($2::uuid[]) AND table_name = 'entity' AND before IS NOT NULL
			GROUP BY row_id`,
		[workspaceId, ids],
	);
	return new Map(rows.map(({ id, titles }) => [id, new Set(titles)]));
}

export async function loadRows(
	{ tx, access, ownKinds }: WriteScope,
	operations: readonly Operation[],
): Promise<LoadedRows> {
	const { workspaceId } = access;
	const { createdIds, entityIds, edgeIds, links, openedIds, shapedKinds } = listNamed(operations);
	const named = await loadEdges(tx, workspaceId, edgeIds);
	const stated = await loadStated(tx, workspaceId, links);
	const entities = [
		...(await loadNamed(tx, access, entityIds)),
		// Readable or not: a kind that changes takes all of them along.
		...(await loadEntities(tx, workspaceId, "kind", shapedKinds)),
	];
	const ends = await loadEnds(tx, workspaceId, [...links, ...named]);
	return {
		entities: new Map(entities.map((entity) => [entity.id, entity])),
		takenIds: await findTaken(tx, workspaceId, createdIds),
		ends: new Map(ends.map((end) => [end.id, end])),
		edges: new Map([...named, ...stated].map((edge) => [edge.id, edge])),
		stated: new Map(
			[...named, ...stated].filter(({ origin }) => origin === "stated").map((edge) => [edgeKey(edge), edge]),
		),
		ownKinds,
		formerTitles: await loadFormerTitles(tx, workspaceId, openedIds),
		ancestry: await loadAncestry(tx, workspaceId, links),
	};
}
