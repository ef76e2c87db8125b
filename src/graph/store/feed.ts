import type { Edge, Entity } from "../model/entity.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import type { OwnKindRow } from "../model/own-kind.ts";
import type { Queryable } from "./db.ts";
import { edgeColumns, entityColumns } from "./entity-columns.ts";
import { registerKinds } from "./kinds.ts";

/** Everything that has moved since a revision, as it is now; the first time, everything there is. */
export interface FeedBatch {
	readonly revision: number;
	readonly entities: readonly Entity[];
	readonly edges: readonly Edge[];
	/** Edges that are gone, and entities whose derived edges are replaced by those in `edges`. */
	readonly removedEdges: readonly string[];
	readonly relinked: readonly string[];
	readonly kinds: KindRegistry;
}

interface BatchRow {
	readonly revision: number;
	readonly entities: readonly Entity[] | null;
	readonly edges: readonly Edge[] | null;
	readonly touched_edges: readonly string[] | null;
	readonly relinked: readonly string[] | null;
	readonly kinds: readonly Pick<OwnKindRow, "definition">[] | null;
}

const KINDS = `
	(SELECT json_agg(k) FROM (SELECT definition FROM own_kind WHERE workspace_id = $1 ORDER BY kind) k) AS kinds`;

const FROM_START = `
	SELECT w.revision,
		(SELECT json_agg(e) FROM (SELECT ${entityColumns()} FROM entity WHERE workspace_id = $1 ORDER BY id) e) AS entities,
		(SELECT json_agg(e) FROM (SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 ORDER BY id) e) AS edges,
		NULL::json AS touched_edges, NULL::json AS relinked, ${KINDS}
	FROM workspace w WHERE w.id = $1`;

// One statement, so that rows, kinds and revision belong to the same moment even while others write.
const SINCE = `
	WITH touched AS (
		SELECT DISTINCT table_name, row_id FROM change_row WHERE workspace_id = $1 AND revision > $2
	), moved AS (
		SELECT DISTINCT unnest(relinked) AS id FROM change WHERE workspace_id = $1 AND revision > $2
	)
	SELECT w.revision,
		(SELECT json_agg(e) FROM (SELECT ${entityColumns()} FROM entity WHERE workspace_id = $1
			AND id IN (SELECT row_id FROM touched WHERE table_name = 'entity') ORDER BY id) e) AS entities,
		(SELECT json_agg(e) FROM (SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1
			AND (id IN (SELECT row_id FROM touched WHERE table_name = 'edge')
				OR (origin <> 'stated' AND src_id IN (SELECT id FROM moved))) ORDER BY id) e) AS edges,
		(SELECT json_agg(row_id) FROM touched WHERE table_name = 'edge') AS touched_edges,
		(SELECT json_agg(id) FROM moved) AS relinked, ${KINDS}
	FROM workspace w WHERE w.id = $1`;

// json_agg prints "2026-01-02T03:04:05.678+00:00" with as many digits as there are; every record says it one way.
const TIMES = ["created_at", "updated_at", "completed_at", "archived_at", "deleted_at"] as const;

function normaliseTimes<Row extends object>(row: Row): Row {
	const fixed = { ...row } as Record<string, unknown>;
	for (const column of TIMES) {
		const value = fixed[column];
		if (typeof value === "string") fixed[column] = new Date(value).toISOString();
	}
	return fixed as Row;
}

/**
 * The unrestricted stream of a workspace's rows that the resident graph is built from and follows. It bypasses rights,
 * because an index must hold what every reader may read; nothing but the graph may hold it.
 */
export class Feed {
	readonly #db: Queryable;

	constructor(db: Queryable) {
		this.#db = db;
	}

	async read(workspaceId: string, after: number | null): Promise<FeedBatch> {
		const [row] = await this.#db.query<BatchRow>(
			after === null ? FROM_START : SINCE,
			after === null ? [workspaceId] : [workspaceId, after],
		);
		const edges = (row?.edges ?? []).map(normaliseTimes);
		const present = new Set(edges.map((edge) => edge.id));
		return {
			revision: row?.revision ?? 0,
			entities: (row?.entities ?? []).map(normaliseTimes),
			edges,
			removedEdges: (row?.touched_edges ?? []).filter((id) => !present.has(id)),
			relinked: row?.relinked ?? [],
			kinds: registerKinds(row?.kinds ?? []),
		};
	}
}
