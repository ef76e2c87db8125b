import type { Edge, Entity } from "../model/entity.ts";
import type { KindRegistry } from "../model/kinds/kind-registry.ts";
import type { OwnKindRow } from "../model/own-kind.ts";
import type { Queryable } from "./engine/db.ts";
import { registerKinds } from "./tables/kinds.ts";
import { edgeColumns, entityColumns } from "./tables/row-change.ts";
import { type FeedRows, OwnWrites } from "./write/own-writes.ts";

/** Everything that has moved since a revision, as it is now; the first time, everything there is. */
export interface FeedBatch extends FeedRows {
	readonly revision: number;
	readonly kinds: KindRegistry;
	/** The language whose rules split texts into words; a change of it means a rebuild. */
	readonly language: string;
}

/** The state of a workspace: how much there is to read, and the change that made its revision. */
export interface FeedMark {
	readonly revision: number;
	/** Null before the first change. Of two stores in which a revision was reached on different ways, it differs. */
	readonly changeId: string | null;
	readonly entities: number;
	readonly bodyBytes: number;
	readonly language: string;
}

export interface FeedWeight {
	readonly entities: number;
	readonly edges: number;
	/** Of titles, descriptions and bodies. */
	readonly textBytes: number;
	readonly passages: number;
}

/** A run of rows as the database wrote them, to be read by `readEntityPage` or `readEdgePage` in any thread. */
export type PageText = string;

interface BatchRow {
	readonly revision: number;
	readonly language: string;
	readonly entities: readonly Entity[] | null;
	readonly edges: readonly Edge[] | null;
	readonly touched_edges: readonly string[] | null;
	readonly relinked: readonly string[] | null;
	readonly kinds: readonly Pick<OwnKindRow, "definition">[] | null;
}

const KINDS = `
	(SELECT json_agg(k) FROM (SELECT definition FROM own_kind WHERE workspace_id = $1 ORDER BY kind) k) AS kinds`;

const FROM_START = `
	SELECT w.revision, w.language,
		(SELECT json_agg(e) FROM (SELECT ${entityColumns()} FROM entity WHERE workspace_id = $1 ORDER BY id) e) AS entities,
		(SELECT json_agg(e) FROM (SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 ORDER BY id) e) AS edges,
		NULL::json AS touched_edges, NULL::json AS relinked, ${KINDS}
	FROM workspace w WHERE w.id = $1`;

// One statement, so that rows, kinds and revision belong to the same moment even while others write. Ids are looked up
// as arrays and the edges in two steps: in one condition, every write would cost a walk through all edges.
const SINCE = `
	WITH touched AS (
		SELECT DISTINCT table_name, row_id FROM change_row WHERE workspace_id = $1 AND revision > $2
	), moved AS (
		SELECT DISTINCT unnest(relinked) AS id FROM change WHERE workspace_id = $1 AND revision > $2
	)
	SELECT w.revision, w.language,
		(SELECT json_agg(e) FROM (SELECT ${entityColumns()} FROM entity WHERE workspace_id = $1
			AND id = ANY(ARRAY(SELECT row_id FROM touched WHERE table_name = 'entity')) ORDER BY id) e) AS entities,
		(SELECT json_agg(e) FROM (
			SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1
				AND id = ANY(ARRAY(SELECT row_id FROM touched WHERE table_name = 'edge'))
			UNION SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1
				AND src_id = ANY(ARRAY(SELECT id FROM moved)) AND origin <> 'stated'
			ORDER BY id) e) AS edges,
		(SELECT json_agg(row_id) FROM touched WHERE table_name = 'edge') AS touched_edges,
		(SELECT json_agg(id) FROM moved) AS relinked, ${KINDS}
	FROM workspace w WHERE w.id = $1`;

const MARK = `
	SELECT w.revision, w.language, (SELECT c.id FROM change c WHERE c.workspace_id = $1 AND c.revision = coalesce($2, w.revision))
			AS "changeId",
		e.entities, e."bodyBytes"
	FROM workspace w CROSS JOIN (SELECT count(*)::int AS entities, coalesce(sum(octet_length(body)), 0)::float8 AS "bodyBytes"
		FROM entity WHERE workspace_id = $1) e WHERE w.id = $1`;

const WEIGHT = `
	SELECT count(*)::int AS entities,
		coalesce(sum(octet_length(title) + octet_length(description) + octet_length(body)), 0)::float8 AS "textBytes",
		(SELECT count(*)::int FROM edge WHERE workspace_id = $1) AS edges,
		(SELECT count(*)::int FROM passage WHERE workspace_id = $1) AS passages
	FROM entity WHERE workspace_id = $1`;

/** A page ends after so many bytes of text: a thousand long texts in one would be more than a string can hold. */
const PAGE_BYTES = 16_000_000;

const pageOf = (table: "entity" | "edge", columns: string, text: string): string => `
	SELECT json_agg(p ORDER BY p.id)::text AS page, max(p.id::text) AS last
	FROM (SELECT ${columns} FROM ${table} JOIN (
		SELECT id AS row_id, sum(octet_length(${text})) OVER (ORDER BY id) - octet_length(${text}) AS before
		FROM ${table} WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3) near
			ON near.row_id = id AND near.before < ${PAGE_BYTES} WHERE workspace_id = $1) p`;

const ENTITY_PAGE = pageOf("entity", entityColumns(), "body");
const EDGE_PAGE = pageOf("edge", edgeColumns(), "text");
const ENTITIES_PER_PAGE = 1_000;
const EDGES_PER_PAGE = 5_000;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

const TIMES = ["created_at", "updated_at", "completed_at", "archived_at", "deleted_at"] as const;
const IN_UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00:00$/;

/** json_agg prints "2026-01-02T03:04:05.67+00:00" with as many digits as there are; every record says it one way. */
function normaliseTime(text: string): string {
	const [, seconds, fraction = ""] = IN_UTC.exec(text) ?? [];
	return seconds === undefined ? new Date(text).toISOString() : `${seconds}.${fraction.padEnd(3, "0")}Z`;
}

/** Rows that were read just now, and are nobody else's yet. */
function normaliseTimes<Row extends object>(rows: readonly Row[]): readonly Row[] {
	for (const row of rows as readonly Record<string, unknown>[]) {
		for (const column of TIMES) {
			const value = row[column];
			if (typeof value === "string") row[column] = normaliseTime(value);
		}
	}
	return rows;
}

export const readEntityPage = (page: PageText): readonly Entity[] =>
	normaliseTimes(JSON.parse(page) as Entity[]);
/** Times are left as the database wrote them: the graph keeps those of edges as numbers. */
export const readEdgePage = (page: PageText): readonly Edge[] => JSON.parse(page) as Edge[];

/**
 * The unrestricted stream of a workspace's rows that the resident graph is built from and follows. It bypasses rights,
 * because an index must hold what every reader may read; nothing but the graph may hold it.
 */
export class Feed {
	readonly #db: Queryable;
	readonly #ownWrites: OwnWrites;

	constructor(db: Queryable, ownWrites = new OwnWrites()) {
		this.#db = db;
		this.#ownWrites = ownWrites;
	}

	/** The rows of the change that follows a revision, if this process wrote it lately; undefined says to read on. */
	recall(workspaceId: string, after: number): (FeedRows & Pick<FeedBatch, "revision">) | undefined {
		const rows = this.#ownWrites.find(workspaceId, after + 1);
		return rows && { ...rows, revision: after + 1 };
	}

	async read(workspaceId: string, after: number | null): Promise<FeedBatch> {
		const [row] = await this.#db.query<BatchRow>(
			after === null ? FROM_START : SINCE,
			after === null ? [workspaceId] : [workspaceId, after],
		);
		const edges = normaliseTimes(row?.edges ?? []);
		const present = new Set(edges.map((edge) => edge.id));
		return {
			revision: row?.revision ?? 0,
			language: row?.language ?? "",
			entities: normaliseTimes(row?.entities ?? []),
			edges,
			removedEdges: (row?.touched_edges ?? []).filter((id) => !present.has(id)),
			relinked: row?.relinked ?? [],
			kinds: registerKinds(row?.kinds ?? []),
		};
	}

	/** Returns the mark of the workspace; `revision` selects the change that made an earlier one. */
	async mark(workspaceId: string, revision?: number): Promise<FeedMark> {
		const [row] = await this.#db.query<FeedMark>(MARK, [workspaceId, revision ?? null]);
		return row ?? { revision: 0, changeId: null, entities: 0, bodyBytes: 0, language: "" };
	}

	async weigh(workspaceId: string): Promise<FeedWeight> {
		const [row] = await this.#db.query<FeedWeight>(WEIGHT, [workspaceId]);
		return row ?? { entities: 0, edges: 0, textBytes: 0, passages: 0 };
	}

	/** Unparsed, for another thread. The rows may be of several moments: the reader catches up from the mark it took before. */
	entityPages(workspaceId: string): AsyncGenerator<PageText> {
		return this.#pages(ENTITY_PAGE, workspaceId, ENTITIES_PER_PAGE);
	}

	edgePages(workspaceId: string): AsyncGenerator<PageText> {
		return this.#pages(EDGE_PAGE, workspaceId, EDGES_PER_PAGE);
	}

	async *#pages(sql: string, workspaceId: string, size: number): AsyncGenerator<PageText> {
		let last = BEFORE_ALL;
		for (;;) {
			const [row] = await this.#db.query<{ page: string | null; last: string | null }>(sql, [
				workspaceId,
				last,
				size,
			]);
			if (row === undefined || row.page === null || row.last === null) return;
			yield row.page;
			last = row.last;
		}
	}
}
