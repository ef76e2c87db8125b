import type { Db, Queryable } from "./db.ts";

/** A text as it is cut and embedded. */
export interface PassageSource {
	readonly id: string;
	readonly version: number;
	readonly title: string;
	readonly description: string;
	readonly body: string;
}

export interface PassageRow {
	readonly ordinal: number;
	readonly start_offset: number;
	readonly end_offset: number;
	readonly hash: string;
}

export interface PendingPassage extends PassageRow {
	readonly entity_id: string;
	readonly title: string;
	readonly description: string;
	readonly body: string;
}

export interface StoredVector {
	readonly entity_id: string;
	readonly ordinal: number;
	readonly vector: Uint8Array;
}

export interface Coverage {
	/** Entities whose every passage has a vector, entities that wait for one, passages that could not be embedded. */
	readonly indexed: number;
	readonly pending: number;
	readonly failed: number;
}

/**
 * Passages and their vectors, of everybody's texts. It bypasses rights, as an index must; nothing but the indexer and
 * the resident graph may hold it.
 */
export class Passages {
	readonly #db: Db;

	constructor(db: Db) {
		this.#db = db;
	}

	/** Entities that were never cut or have changed since. */
	uncut(workspaceId: string, limit: number): Promise<PassageSource[]> {
		return this.#db.query<PassageSource>(
			`SELECT e.id, e.version, e.title, e.description, e.body FROM entity e
				WHERE e.workspace_id = $1 AND e.deleted_at IS NULL AND NOT EXISTS (
					SELECT FROM passage p WHERE p.workspace_id = $1 AND p.entity_id = e.id AND p.version = e.version)
				ORDER BY e.id LIMIT $2`,
			[workspaceId, limit],
		);
	}

	replace(
		workspaceId: string,
		cut: readonly { readonly source: PassageSource; readonly passages: readonly PassageRow[] }[],
	): Promise<void> {
		const ids = cut.map(({ source }) => source.id);
		const rows = cut.flatMap(({ source, passages }) =>
			passages.map((passage) => ({ ...passage, entity_id: source.id, version: source.version })),
		);
		return this.#db.transaction(async (tx) => {
			await tx.query("DELETE FROM passage WHERE workspace_id = $1 AND entity_id = ANY($2::uuid[])", [
				workspaceId,
				ids,
			]);
			await tx.query(
				`INSERT INTO passage (workspace_id, entity_id, ordinal, version, start_offset, end_offset, hash)
					SELECT $1, r.entity_id, r.ordinal, r.version, r.start_offset, r.end_offset, r.hash
					FROM json_to_recordset($2::json) AS r(entity_id uuid, ordinal integer, version integer,
						start_offset integer, end_offset integer, hash text)
					ON CONFLICT DO NOTHING`,
				[workspaceId, JSON.stringify(rows)],
			);
		});
	}

	/** Passages that have no vector of this model yet, each text once. */
	pending(workspaceId: string, model: string, limit: number): Promise<PendingPassage[]> {
		return this.#db.query<PendingPassage>(
			`SELECT DISTINCT ON (p.hash) p.entity_id, p.ordinal, p.start_offset, p.end_offset, p.hash,
					e.title, e.description, e.body
				FROM passage p JOIN entity e ON e.workspace_id = p.workspace_id AND e.id = p.entity_id
				WHERE p.workspace_id = $1 AND p.version = e.version AND e.deleted_at IS NULL AND NOT EXISTS (
					SELECT FROM passage_vector v WHERE v.workspace_id = $1 AND v.model = $2 AND v.hash = p.hash)
				ORDER BY p.hash LIMIT $3`,
			[workspaceId, model, limit],
		);
	}

	async putVector(
		workspaceId: string,
		model: string,
		{
			hash,
			vector,
			failure,
		}: { readonly hash: string; readonly vector?: Uint8Array; readonly failure?: string },
	): Promise<void> {
		await this.#db.query(
			`INSERT INTO passage_vector (workspace_id, model, hash, vector, failure) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT (workspace_id, model, hash) DO UPDATE SET vector = excluded.vector, failure = excluded.failure`,
			[workspaceId, model, hash, vector ?? null, failure ?? null],
		);
	}

	/** The vectors of all entities, or of some. Of those cut from an older version too, until they are cut again. */
	vectors(workspaceId: string, model: string, entityIds?: readonly string[]): Promise<StoredVector[]> {
		return this.#db.query<StoredVector>(
			`SELECT p.entity_id, p.ordinal, v.vector FROM passage p
				JOIN passage_vector v ON v.workspace_id = p.workspace_id AND v.hash = p.hash AND v.model = $2
				WHERE p.workspace_id = $1 AND v.vector IS NOT NULL AND ($3::uuid[] IS NULL OR p.entity_id = ANY($3::uuid[]))
				ORDER BY p.entity_id, p.ordinal`,
			[workspaceId, model, entityIds ?? null],
		);
	}

	/** Gives failed passages another chance, and lets go of vectors that no passage needs any more. */
	async tidy(workspaceId: string, model: string): Promise<void> {
		await this.#db.query(
			`DELETE FROM passage_vector v WHERE v.workspace_id = $1 AND ((v.model = $2 AND v.vector IS NULL) OR NOT EXISTS (
				SELECT FROM passage p WHERE p.workspace_id = $1 AND p.hash = v.hash))`,
			[workspaceId, model],
		);
	}

	async coverage(workspaceId: string, model: string): Promise<Coverage> {
		const [row] = await countCoverage(this.#db, workspaceId, model);
		return row ?? { indexed: 0, pending: 0, failed: 0 };
	}
}

const countCoverage = (db: Queryable, workspaceId: string, model: string): Promise<Coverage[]> =>
	db.query<Coverage>(
		`WITH state AS (
			SELECT e.id, count(p.ordinal) AS passages, count(v.vector) AS embedded, count(v.failure) AS failed
			FROM entity e
			LEFT JOIN passage p ON p.workspace_id = e.workspace_id AND p.entity_id = e.id AND p.version = e.version
			LEFT JOIN passage_vector v ON v.workspace_id = p.workspace_id AND v.hash = p.hash AND v.model = $2
			WHERE e.workspace_id = $1 AND e.deleted_at IS NULL GROUP BY e.id
		)
		SELECT count(*) FILTER (WHERE passages > 0 AND embedded = passages)::int AS indexed,
			count(*) FILTER (WHERE passages = 0 OR embedded + failed < passages)::int AS pending,
			count(*) FILTER (WHERE failed > 0)::int AS failed
		FROM state`,
		[workspaceId, model],
	);
