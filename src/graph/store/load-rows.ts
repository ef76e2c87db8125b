import type { Edge, Entity, NewEdge } from "../model/entity.ts";
import { isId } from "../model/ids.ts";
import type { Operation } from "../model/operation.ts";
import { ACYCLIC_RELATIONS } from "../model/relations.ts";
import type { Queryable } from "./db.ts";
import { edgeColumns, entityColumns } from "./entity-columns.ts";
import { loadOwnKinds } from "./kinds.ts";
import { type Endpoint, edgeKey, idsNamedBy, type LoadedRows } from "./plan-operations.ts";

/** What stands above these along relations that build trees, as far up as it goes. */
const loadAncestry = (
	tx: Queryable,
	workspaceId: string,
	ids: readonly string[],
): Promise<Pick<Edge, "src_id" | "rel" | "dst_id">[]> =>
	tx.query(
		`WITH RECURSIVE above AS (
				SELECT src_id, rel, dst_id FROM edge
					WHERE workspace_id = $1 AND rel = ANY($2::text[]) AND origin = 'stated' AND dst_id = ANY($3::uuid[])
				UNION
				SELECT e.src_id, e.rel, e.dst_id FROM edge e JOIN above ON e.dst_id = above.src_id AND e.rel = above.rel
					WHERE e.workspace_id = $1 AND e.origin = 'stated'
			) SELECT src_id, rel, dst_id FROM above`,
		[workspaceId, ACYCLIC_RELATIONS, ids],
	);

/** Edges named by id, and stated ones between the ends of links. Two look-ups, because one with OR would read the whole table. */
const loadEdges = (
	tx: Queryable,
	workspaceId: string,
	edgeIds: readonly string[],
	links: readonly NewEdge[],
): Promise<Edge[]> =>
	tx.query<Edge>(
		`SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 AND id = ANY($2::uuid[])
			UNION
			SELECT ${edgeColumns("e.")} FROM unnest($3::uuid[], $4::uuid[]) AS pair(one, other)
				JOIN edge e ON e.workspace_id = $1 AND e.origin = 'stated'
					AND e.src_id = pair.one AND e.dst_id = pair.other`,
		[
			workspaceId,
			edgeIds,
			links.flatMap((link) => [link.src_id, link.dst_id]),
			links.flatMap((link) => [link.dst_id, link.src_id]),
		],
	);

const loadEntities = (
	tx: Queryable,
	workspaceId: string,
	condition: "id = ANY($2::uuid[])" | "kind = ANY($2::text[])",
	values: readonly string[],
): Promise<Entity[]> =>
	values.length === 0
		? Promise.resolve([])
		: tx.query<Entity>(`SELECT ${entityColumns()} FROM entity WHERE workspace_id = $1 AND ${condition}`, [
				workspaceId,
				values,
			]);

/** Every row the operations speak of, as it is now. */
export async function loadRows(
	tx: Queryable,
	workspaceId: string,
	operations: readonly Operation[],
): Promise<LoadedRows> {
	const { entityIds, edgeIds } = idsNamedBy(operations);
	const links = operations
		.flatMap((operation) => (operation.op === "link" ? [operation.edge] : []))
		.filter((edge) => isId(edge.src_id) && isId(edge.dst_id));
	const shapedKinds = operations.flatMap((operation) => {
		if (operation.op === "define_kind") return [operation.definition.kind];
		return operation.op === "remove_kind" ? [operation.kind] : [];
	});
	const edges = await loadEdges(tx, workspaceId, edgeIds, links);
	const named = await loadEntities(tx, workspaceId, "id = ANY($2::uuid[])", entityIds);
	const shaped = await loadEntities(tx, workspaceId, "kind = ANY($2::text[])", shapedKinds);
	const linkedIds = links.flatMap((link) => [link.src_id, link.dst_id]);
	const ends = await tx.query<Endpoint>(
		`SELECT id, kind, project_id, title, visibility, owner_id, deleted_at FROM entity
			WHERE workspace_id = $1 AND id = ANY($2::uuid[])`,
		[workspaceId, [...new Set([...linkedIds, ...edges.flatMap((edge) => [edge.src_id, edge.dst_id])])]],
	);
	return {
		entities: new Map([...named, ...shaped].map((entity) => [entity.id, entity])),
		ends: new Map(ends.map((end) => [end.id, end])),
		edges: new Map(edges.map((edge) => [edge.id, edge])),
		stated: new Map(
			edges
				.filter((edge) => edge.origin === "stated")
				.map((edge) => [edgeKey(edge.src_id, edge.rel, edge.dst_id), edge]),
		),
		ownKinds: await loadOwnKinds(tx, workspaceId),
		ancestry: linkedIds.length === 0 ? [] : await loadAncestry(tx, workspaceId, linkedIds),
	};
}
