import { type AccessSet, type Guarded, mayRead, mayRedefineKinds, mayWrite } from "../../model/access.ts";
import type { Entity } from "../../model/entity.ts";
import { ConflictError } from "../../model/errors.ts";
import type { Json } from "../../model/json.ts";
import { BUILT_IN_WORDS, type KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Operation } from "../../model/operation.ts";
import type { OwnKindDefinition } from "../../model/own-kind.ts";
import { scanWikilinks } from "../../model/scan-wikilinks.ts";
import { type Db, extendTransactions, type Queryable } from "../engine/db.ts";
import { loadAccess, READABLE, readableParams } from "../rights/access.ts";
import { loadKinds, loadOwnKinds } from "../tables/kinds.ts";
import { loadEntities } from "../tables/row-change.ts";
import { type Committed, Writer } from "../write/writer.ts";
import { type AttachedFile, storeAttachments } from "./attachments.ts";

/** The entity that an earlier import made of a thing, and whether it is still as that import left it. */
export interface ImportedEntity {
	readonly entity_id: string;
	readonly kind: string;
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
	/** The former id, when the thing was renamed at its source. */
	readonly former_id?: string;
	/** The version that the source has as well; by default, the present one. */
	readonly entity_version?: number;
}

/** The state of the links from a source's texts to other entities, and the names most often linked to in vain. */
export interface ImportedLinks {
	readonly resolved: number;
	readonly unresolved: number;
	readonly ambiguous: number;
	/** Names that nothing answers to, and names that several things answer to. */
	readonly missing: readonly NamedLinks[];
	readonly doubtful: readonly NamedLinks[];
}

export interface NamedLinks {
	readonly name: string;
	readonly links: number;
}

/** Decides how an import may name its kinds. */
export interface KindNames {
	/** Names of the workspace's own kinds. Anybody may import into these, in any words. */
	readonly ownKinds: readonly string[];
	/** Words for built-in kinds, where only an owner or admin may give them to a new kind. */
	readonly words: ReadonlySet<string>;
}

/** What a run made of an entity that was there. */
export interface Rewritten {
	readonly before: Entity;
	readonly after: Entity;
}

type RecordRow = Guarded & {
	readonly kind: string;
	readonly external_id: string;
	readonly content_hash: string;
	readonly entity_version: number;
	readonly version: number;
	readonly deleted: boolean;
};

type LinkCounts = Omit<ImportedLinks, "missing" | "doubtful"> & {
	readonly names:
		| readonly { readonly text: string; readonly links: number; readonly ambiguous: boolean }[]
		| null;
};

const NAMED_EACH = 5;

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

const listNames = (row: LinkCounts | undefined, ambiguous: boolean): readonly NamedLinks[] =>
	(row?.names ?? [])
		.filter((found) => found.ambiguous === ambiguous)
		.map(({ text, links }) => ({ name: scanWikilinks(text)[0]?.target ?? text, links }));

/** The imports of one principal. Entities they may not read count as never imported. */
export class Imports {
	readonly #db: Db;
	#access: AccessSet;
	readonly #isRehearsal: boolean;

	constructor(db: Db, access: AccessSet, { isRehearsal = false }: { readonly isRehearsal?: boolean } = {}) {
		this.#db = db;
		this.#access = access;
		this.#isRehearsal = isRehearsal;
	}

	/** Runs an import that is taken back whole. What it reports is exactly what the import itself would. */
	rehearse<Result>(work: (imports: Imports) => Promise<Result>): Promise<Result> {
		return this.#db.rehearse((db) => work(new Imports(db, this.#access, { isRehearsal: true })));
	}

	/** Finds the entities that earlier imports from `source` made of these things, by external id. */
	find(source: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, ImportedEntity>> {
		return this.#find(this.#db, source, externalIds);
	}

	/** In one transaction: a crash between the two would make the next run import the same things again. */
	async commit(input: {
		readonly source: string;
		readonly operations: readonly Operation[];
		readonly records: readonly ImportRecord[];
		readonly forgotten?: readonly string[];
		readonly files?: readonly AttachedFile[];
		readonly via: string;
	}): Promise<Committed> {
		const { source, operations, records, forgotten = [], files = [], via } = input;
		const former = records.flatMap((record) => record.former_id ?? []);
		const recording = extendTransactions(this.#db, async (tx) => {
			// Taken back, the bytes of files would still have made the database larger.
			if (!this.#isRehearsal) await storeAttachments(tx, this.#access.workspaceId, files);
			await this.#forget(tx, source, [...forgotten, ...former]);
			await this.#remember(tx, source, records);
		});
		const committed = await new Writer(recording, this.#access.principal).commit(operations, via, {
			keepsUnknownNames: true,
		});
		// Entities in a project just made would otherwise count as unreadable.
		if (committed.entities.some(({ id, project_id }) => id === project_id))
			this.#access = await loadAccess(this.#db, this.#access.principal);
		return committed;
	}

	/** Records the present state of the source, without a change here: the entity was written back to its source. */
	record(source: string, records: readonly ImportRecord[]): Promise<void> {
		return this.#db.transaction((tx) => this.#remember(tx, source, records));
	}

	/** The records of a source whose external id starts with `prefix`, of entities that may be read. */
	async listRecords(source: string, prefix: string): Promise<readonly ImportRecord[]> {
		const { sql, params } = selectImported(this.#access, source);
		return this.#db.query<ImportRecord>(
			`${sql}
			SELECT external_id, entity_id, content_hash FROM import_source
				WHERE workspace_id = $1 AND source = $${params.length} AND starts_with(external_id, $${params.length + 1})
					AND entity_id IN (SELECT id FROM imported)
				ORDER BY external_id, entity_id`,
			[...params, prefix],
		);
	}

	/** Returns how this person had columns or keys of a source read before, if they did. */
	async findMapping(source: string): Promise<Json | undefined> {
		const [row] = await this.#db.query<{ mapping: Json }>(
			"SELECT mapping FROM import_mapping WHERE workspace_id = $1 AND account_id = $2 AND source = $3",
			[this.#access.workspaceId, this.#access.accountId, source],
		);
		return row?.mapping;
	}

	async keepMapping(source: string, mapping: object): Promise<void> {
		await this.#db.query(
			`INSERT INTO import_mapping (workspace_id, account_id, source, mapping) VALUES ($1, $2, $3, $4::json)
				ON CONFLICT (workspace_id, account_id, source) DO UPDATE SET mapping = excluded.mapping`,
			[this.#access.workspaceId, this.#access.accountId, source, JSON.stringify(mapping)],
		);
	}

	/** Entities as they were before the first change that is newer than an id, and as they are now. */
	async listRewritten(entityIds: readonly string[], since: string): Promise<readonly Rewritten[]> {
		const { workspaceId } = this.#access;
		const former = await this.#db.query<{ readonly before: Entity }>(
			`SELECT DISTINCT ON (r.row_id) r.before FROM change c
				JOIN change_row r ON r.workspace_id = c.workspace_id AND r.revision = c.revision
				WHERE c.workspace_id = $1 AND c.id > $2::uuid AND r.table_name = 'entity' AND r.before IS NOT NULL AND r.row_id = ANY($3::uuid[])
				ORDER BY r.row_id, r.revision, r.ordinal`,
			[workspaceId, since, entityIds],
		);
		const present = await loadEntities(this.#db, workspaceId, "id", entityIds);
		const byId = new Map(present.map((entity) => [entity.id, entity]));
		return former.flatMap(({ before }) => {
			const after = byId.get(before.id);
			return after === undefined ? [] : [{ before, after }];
		});
	}

	/** The titles of entities that may be read. */
	async readTitles(entityIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
		const params = readableParams(this.#access);
		const rows = await this.#db.query<{ id: string; title: string }>(
			`SELECT e.id, e.title FROM entity e WHERE ${READABLE} AND e.id = ANY($${params.length + 1}::uuid[])`,
			[...params, entityIds],
		);
		return new Map(rows.map(({ id, title }) => [id, title]));
	}

	/** Lists the things changed here since they were last the same as at their source. */
	async listChanged(source: string): Promise<readonly ImportRecord[]> {
		const { sql, params } = selectImported(this.#access, source);
		return this.#db.query<ImportRecord>(
			`${sql}
			SELECT i.external_id, i.entity_id, i.content_hash FROM import_source i
				JOIN entity e ON e.workspace_id = i.workspace_id AND e.id = i.entity_id
				WHERE i.workspace_id = $1 AND i.source = $${params.length} AND e.version <> i.entity_version
					AND i.entity_id IN (SELECT id FROM imported)
				ORDER BY i.external_id`,
			params,
		);
	}

	async findStatedEdges(ids: readonly string[]): Promise<ReadonlySet<string>> {
		if (ids.length === 0) return new Set();
		const params = readableParams(this.#access);
		const rows = await this.#db.query<{ id: string }>(
			`WITH readable AS (SELECT e.id FROM entity e WHERE ${READABLE})
			SELECT id FROM edge WHERE workspace_id = $1 AND id = ANY($${params.length + 1}::uuid[]) AND origin = 'stated'
				AND src_id IN (SELECT id FROM readable) AND dst_id IN (SELECT id FROM readable)`,
			[...params, ids],
		);
		return new Set(rows.map((row) => row.id));
	}

	kinds(): Promise<KindRegistry> {
		return loadKinds(this.#db, this.#access.workspaceId);
	}

	async ownKinds(): Promise<readonly OwnKindDefinition[]> {
		return (await loadOwnKinds(this.#db, this.#access.workspaceId)).map((row) => row.definition);
	}

	/** The kinds that are there, and the words that a new kind of this person's may not have. */
	async kindNames(): Promise<KindNames> {
		const ownKinds = (await this.ownKinds()).map(({ kind }) => kind);
		return { ownKinds, words: mayRedefineKinds(this.#access) ? new Set() : BUILT_IN_WORDS };
	}

	/** Foreign keys are checked by plans made while tables were empty: a bulk load would take time with the square of its size. */
	refreshStatistics(): Promise<void> {
		return this.#db.transaction(async (tx) => {
			await tx.query("SET LOCAL default_statistics_target = 10");
			await tx.query("ANALYZE entity, edge, link, alias, block, import_source");
		});
	}

	async countLinks(source: string): Promise<ImportedLinks> {
		const { sql, params } = selectImported(this.#access, source);
		const [row] = await this.#db.query<LinkCounts>(
			`${sql},
			found AS (
				SELECT l.target_key, l.text, l.ambiguous, coalesce(l.target_id IN (SELECT id FROM readable), false) AS resolved
					FROM link l JOIN entity s ON s.workspace_id = l.workspace_id AND s.id = l.src_id
					WHERE l.workspace_id = $1 AND l.src_id IN (SELECT id FROM imported) AND l.target_key <> s.title_key
						AND NOT EXISTS (SELECT FROM alias a WHERE a.workspace_id = l.workspace_id
							AND a.title_key = l.target_key AND a.entity_id = l.src_id)
						AND NOT EXISTS (SELECT FROM jsonb_object_keys(s.held_files) AS f(path)
							WHERE right('/' || lower(f.path), length(l.target_key) + 1) = '/' || l.target_key)
			), open_names AS (
				SELECT ambiguous, min(text) AS text, count(*) AS links,
					row_number() OVER (PARTITION BY ambiguous ORDER BY count(*) DESC, target_key) AS place
				FROM found WHERE NOT resolved GROUP BY ambiguous, target_key
			)
			SELECT count(*) FILTER (WHERE resolved) AS resolved,
				count(*) FILTER (WHERE NOT resolved AND NOT ambiguous) AS unresolved,
				count(*) FILTER (WHERE NOT resolved AND ambiguous) AS ambiguous,
				(SELECT json_agg(n ORDER BY place) FROM open_names n WHERE place <= ${NAMED_EACH}) AS names
			FROM found`,
			params,
		);
		return {
			resolved: row?.resolved ?? 0,
			unresolved: row?.unresolved ?? 0,
			ambiguous: row?.ambiguous ?? 0,
			missing: listNames(row, false),
			doubtful: listNames(row, true),
		};
	}

	/** How many edges lead from things of this source that are newer than an id. */
	async countEdgesSince(source: string, id: string): Promise<number> {
		const { sql, params } = selectImported(this.#access, source);
		const [row] = await this.#db.query<{ edges: number }>(
			`${sql}
			SELECT count(*) AS edges FROM edge
				WHERE workspace_id = $1 AND id > $${params.length + 1}::uuid
					AND src_id IN (SELECT id FROM imported) AND dst_id IN (SELECT id FROM readable)`,
			[...params, id],
		);
		return row?.edges ?? 0;
	}

	async #find(
		db: Queryable,
		source: string,
		externalIds: readonly string[],
	): Promise<ReadonlyMap<string, ImportedEntity>> {
		// Deleted entities are read too, which `READABLE` leaves out: an entity deleted here must stay deleted.
		if (externalIds.length === 0) return new Map();
		const rows = await db.query<RecordRow>(
			`SELECT i.external_id, i.content_hash, i.entity_version, e.id, e.kind, e.project_id, e.visibility, e.owner_id,
					e.version, e.deleted_at IS NOT NULL AS deleted
				FROM unnest($3::text[]) AS wanted(external_id)
				CROSS JOIN LATERAL (SELECT * FROM import_source s WHERE s.workspace_id = $1 AND s.source = $2
					AND s.external_id = wanted.external_id OFFSET 0) i
				CROSS JOIN LATERAL (SELECT * FROM entity WHERE workspace_id = $1 AND id = i.entity_id OFFSET 0) e
				ORDER BY i.external_id, i.entity_id`,
			[this.#access.workspaceId, source, externalIds],
		);
		const found = new Map<string, ImportedEntity>();
		for (const { external_id, id, kind, content_hash, entity_version, version, deleted, ...guard } of rows) {
			const guarded = { id, ...guard };
			const writable = mayWrite(this.#access, guarded);
			const better = !found.has(external_id) || (writable && !found.get(external_id)?.writable);
			if (!mayRead(this.#access, guarded) || !better) continue;
			found.set(external_id, {
				entity_id: id,
				kind,
				content_hash,
				entity_version,
				version,
				deleted,
				writable,
			});
		}
		return found;
	}

	async #forget(tx: Queryable, source: string, externalIds: readonly string[]): Promise<void> {
		if (externalIds.length === 0) return;
		const known = await this.#find(tx, source, externalIds);
		const gone = [...known].map(([external_id, { entity_id }]) => ({ external_id, entity_id }));
		await tx.query(
			`DELETE FROM import_source i USING jsonb_to_recordset($3::jsonb) AS r(external_id text, entity_id uuid)
				WHERE i.workspace_id = $1 AND i.source = $2 AND i.external_id = r.external_id AND i.entity_id = r.entity_id`,
			[this.#access.workspaceId, source, JSON.stringify(gone)],
		);
	}

	/** Runs after the writer, so under its lock on the workspace: of two imports of one thing, the second one sees the first. */
	async #remember(tx: Queryable, source: string, records: readonly ImportRecord[]): Promise<void> {
		if (records.length === 0) return;
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
				SELECT $1, $2, r.external_id, r.entity_id, r.content_hash, coalesce(r.entity_version, e.version), $4
				FROM jsonb_to_recordset($3::jsonb)
					AS r(external_id text, entity_id uuid, content_hash text, entity_version integer)
				CROSS JOIN LATERAL (SELECT version FROM entity WHERE workspace_id = $1 AND id = r.entity_id OFFSET 0) e
				ON CONFLICT (workspace_id, source, external_id, entity_id) DO UPDATE
					SET content_hash = excluded.content_hash, entity_version = excluded.entity_version,
						imported_at = excluded.imported_at`,
			[this.#access.workspaceId, source, JSON.stringify(records), new Date().toISOString()],
		);
	}
}
