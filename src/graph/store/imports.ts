import { type AccessSet, type Guarded, mayRead, mayWrite } from "../model/access.ts";
import { ConflictError } from "../model/errors.ts";
import type { Operation } from "../model/operation.ts";
import { READABLE, readableParams } from "./access.ts";
import type { Db, Queryable } from "./db.ts";
import { type Committed, Writer } from "./writer.ts";

/** What an earlier import made of a thing, and whether it is still as that import left it. */
export interface ImportedEntity {
	readonly entity_id: string;
	readonly content_hash: string;
	/** The version the import left, and the one the entity has now. */
	readonly entity_version: number;
	readonly version: number;
	readonly deleted: boolean;
	readonly writable: boolean;
}

export interface ImportRecord {
	readonly external_id: string;
	readonly entity_id: string;
	readonly content_hash: string;
}

/** How the links in a source's texts to other entities stand. `missing` are the names most often linked to that nothing answers to. */
export interface ImportedLinks {
	readonly resolved: number;
	readonly unresolved: number;
	readonly ambiguous: number;
	readonly missing: readonly { readonly name: string; readonly links: number }[];
}

type RecordRow = Guarded & {
	readonly external_id: string;
	readonly content_hash: string;
	readonly entity_version: number;
	readonly version: number;
	readonly deleted: boolean;
};

const MISSING_NAMED = 5;

/** The entities of one source that the reader may see, and the parameters that name reader and source. */
function selectImported(
	access: AccessSet,
	source: string,
): { readonly sql: string; readonly params: unknown[] } {
	const params = [...readableParams(access), source];
	const sql = `WITH readable AS (SELECT e.id FROM entity e WHERE ${READABLE}),
		imported AS (
			SELECT DISTINCT i.entity_id AS id FROM import_source i
				WHERE i.workspace_id = $1 AND i.source = $${params.length} AND i.entity_id IN (SELECT id FROM readable)
		)`;
	return { sql, params };
}

/** What one principal has brought in from elsewhere. What they may not read is as if it had never been imported. */
export class Imports {
	readonly #db: Db;
	readonly #access: AccessSet;

	constructor(db: Db, access: AccessSet) {
		this.#db = db;
		this.#access = access;
	}

	/** What earlier imports from `source` made of these things, by external id. */
	find(source: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, ImportedEntity>> {
		return this.#find(this.#db, source, externalIds);
	}

	/**
	 * Writes the operations and remembers where their entities came from, in one transaction: a crash between the two
	 * would make the next run import the same things again.
	 */
	commit(input: {
		readonly source: string;
		readonly operations: readonly Operation[];
		readonly records: readonly ImportRecord[];
		readonly via: string;
	}): Promise<Committed> {
		const { source, operations, records, via } = input;
		const transaction: Db["transaction"] = (work) =>
			this.#db.transaction(async (tx) => {
				const result = await work(tx);
				await this.#remember(tx, source, records);
				return result;
			});
		const recording: Db = {
			engine: this.#db.engine,
			query: (sql, params) => this.#db.query(sql, params),
			transaction,
			close: () => this.#db.close(),
		};
		return new Writer(recording, this.#access.principal).commit(operations, via);
	}

	/**
	 * Lets the engine plan for the rows there are. It checks a foreign key by the plan it made while the table was
	 * empty, which reads the whole table, so that without this a bulk load takes time with the square of its size.
	 */
	async refreshStatistics(): Promise<void> {
		await this.#db.query("ANALYZE entity, edge, link, alias, block, import_source");
	}

	async countLinks(source: string): Promise<ImportedLinks> {
		const { sql, params } = selectImported(this.#access, source);
		const [row] = await this.#db.query<ImportedLinks & { missing: ImportedLinks["missing"] | null }>(
			`${sql},
			found AS (
				SELECT l.target_key, l.ambiguous, coalesce(l.target_id IN (SELECT id FROM readable), false) AS resolved
					FROM link l JOIN entity s ON s.workspace_id = l.workspace_id AND s.id = l.src_id
					WHERE l.workspace_id = $1 AND l.src_id IN (SELECT id FROM imported) AND l.target_key <> s.title_key
						AND NOT EXISTS (SELECT FROM alias a WHERE a.workspace_id = l.workspace_id
							AND a.title_key = l.target_key AND a.entity_id = l.src_id)
			), missing AS (
				SELECT target_key AS name, count(*) AS links FROM found WHERE NOT resolved AND NOT ambiguous
					GROUP BY target_key ORDER BY count(*) DESC, target_key LIMIT ${MISSING_NAMED}
			)
			SELECT count(*) FILTER (WHERE resolved) AS resolved,
				count(*) FILTER (WHERE NOT resolved AND NOT ambiguous) AS unresolved,
				count(*) FILTER (WHERE NOT resolved AND ambiguous) AS ambiguous,
				(SELECT json_agg(m) FROM missing m) AS missing
			FROM found`,
			params,
		);
		return {
			resolved: row?.resolved ?? 0,
			unresolved: row?.unresolved ?? 0,
			ambiguous: row?.ambiguous ?? 0,
			missing: row?.missing ?? [],
		};
	}

	/** Every edge that a link in a text of this source has become, as `source target`. */
	async listLinkEdges(source: string): Promise<ReadonlySet<string>> {
		const { sql, params } = selectImported(this.#access, source);
		const [row] = await this.#db.query<{ pairs: readonly string[] | null }>(
			`${sql}
			SELECT json_agg(src_id || ' ' || dst_id) AS pairs FROM edge
				WHERE workspace_id = $1 AND origin = 'link'
					AND src_id IN (SELECT id FROM imported) AND dst_id IN (SELECT id FROM readable)`,
			params,
		);
		return new Set(row?.pairs ?? []);
	}

	async #find(
		db: Queryable,
		source: string,
		externalIds: readonly string[],
	): Promise<ReadonlyMap<string, ImportedEntity>> {
		// Deleted entities are asked for too, which `READABLE` leaves out: what was deleted here must stay deleted.
		const rows = await db.query<RecordRow>(
			`SELECT i.external_id, i.content_hash, i.entity_version, e.id, e.project_id, e.visibility, e.owner_id,
					e.version, e.deleted_at IS NOT NULL AS deleted
				FROM import_source i JOIN entity e ON e.workspace_id = i.workspace_id AND e.id = i.entity_id
				WHERE i.workspace_id = $1 AND i.source = $2 AND i.external_id = ANY($3::text[])
				ORDER BY i.external_id, i.entity_id`,
			[this.#access.workspaceId, source, externalIds],
		);
		const found = new Map<string, ImportedEntity>();
		for (const { external_id, id, content_hash, entity_version, version, deleted, ...guard } of rows) {
			const guarded = { id, ...guard };
			const writable = mayWrite(this.#access, guarded);
			const better = !found.has(external_id) || (writable && !found.get(external_id)?.writable);
			if (!mayRead(this.#access, guarded) || !better) continue;
			found.set(external_id, { entity_id: id, content_hash, entity_version, version, deleted, writable });
		}
		return found;
	}

	/** Runs after the writer, so under its lock on the workspace: of two imports of one thing, the second one sees the first. */
	async #remember(tx: Queryable, source: string, records: readonly ImportRecord[]): Promise<void> {
		const known = await this.#find(
			tx,
			source,
			records.map((record) => record.external_id),
		);
		const overtaken = records.filter(({ external_id, entity_id }) => {
			const earlier = known.get(external_id);
			return earlier !== undefined && earlier.entity_id !== entity_id;
		});
		if (overtaken.length > 0) {
			throw new ConflictError(
				"Another import has just brought in the same things. Run this one again to pick up from there.",
				{ external_ids: overtaken.map((record) => record.external_id) },
				"import_overtaken",
			);
		}
		await tx.query(
			`INSERT INTO import_source (workspace_id, source, external_id, entity_id, content_hash, entity_version, imported_at)
				SELECT $1, $2, r.external_id, r.entity_id, r.content_hash, e.version, $4
				FROM jsonb_to_recordset($3::jsonb) AS r(external_id text, entity_id uuid, content_hash text)
				JOIN entity e ON e.workspace_id = $1 AND e.id = r.entity_id
				ON CONFLICT (workspace_id, source, external_id, entity_id) DO UPDATE
					SET content_hash = excluded.content_hash, entity_version = excluded.entity_version,
						imported_at = excluded.imported_at`,
			[this.#access.workspaceId, source, JSON.stringify(records), new Date().toISOString()],
		);
	}
}
