import type { AccessSet } from "../../model/access.ts";
import { CUT_RULES, type TextSource } from "../../model/entity-text.ts";
import { StorePart } from "../engine/db.ts";
import { READABLE, readableParams } from "../rights/access.ts";
import { deleteRows } from "../tables/row-change.ts";

export interface PassageSource extends TextSource {
	readonly id: string;
	readonly version: number;
}

export interface PassageRow {
	readonly ordinal: number;
	readonly hash: string;
}

export interface PendingPassage extends PassageRow {
	readonly entity_id: string;
}

export interface StoredVector {
	readonly entity_id: string;
	readonly ordinal: number;
	readonly vector: Uint8Array;
}

export interface EmbeddedPassage {
	readonly hash: string;
	readonly vector?: Uint8Array;
	readonly failure?: string;
}

export interface Coverage {
	/** Entities whose every passage has a vector, entities that wait for one, entities with a passage that has none. */
	readonly indexed: number;
	readonly pending: number;
	readonly failed: number;
	/** Passages that wait, in all of them; a text that was not cut yet counts as one. */
	readonly pendingPassages: number;
	readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

export interface IndexChanges {
	readonly epoch: number;
	readonly entityIds: readonly string[];
}

/** Work that was begun and not ended counts as lost after this, and another process takes it. */
const CLAIM_SECONDS = 180;
const MOST_REASONS = 5;
/** Cut from what the entity says now, by the rules of now. */
const CURRENT = `p.version = e.version AND p.rules = ${CUT_RULES}`;
const SOURCE = "e.id, e.version, e.title, e.state_key, e.description, e.body, e.props";

/** In one statement with the rows that moved: two processes that index at once never hand out the same number. */
const NEXT_EPOCH = `next AS (
	INSERT INTO index_state (workspace_id, epoch) VALUES ($1, 1)
		ON CONFLICT (workspace_id) DO UPDATE SET epoch = index_state.epoch + 1 RETURNING epoch
)`;

/**
 * Passages and their vectors, of everybody's texts. It bypasses rights, as an index must; nothing but the indexer and
 * the resident graph may hold it. Only `coverage` is for readers, and counts what they may read.
 */
export class Passages extends StorePart {
	/** Entities that were never cut or have changed since. */
	uncut(workspaceId: string, limit: number): Promise<PassageSource[]> {
		return this.db.query<PassageSource>(
			`SELECT ${SOURCE} FROM entity e
				WHERE e.workspace_id = $1 AND e.deleted_at IS NULL AND NOT EXISTS (
					SELECT FROM passage p WHERE p.workspace_id = $1 AND p.entity_id = e.id AND ${CURRENT})
				ORDER BY e.id LIMIT $2`,
			[workspaceId, limit],
		);
	}

	sources(workspaceId: string, entityIds: readonly string[]): Promise<PassageSource[]> {
		return this.db.query<PassageSource>(
			`SELECT ${SOURCE} FROM entity e WHERE e.workspace_id = $1 AND e.id = ANY($2::uuid[])`,
			[workspaceId, entityIds],
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
		return this.db.transaction(async (tx) => {
			await deleteRows(tx, workspaceId, ["passage", "entity_id"], ids);
			await tx.query(
				`WITH ${NEXT_EPOCH}
				INSERT INTO passage (workspace_id, entity_id, ordinal, version, hash, epoch, rules)
					SELECT $1, r.entity_id, r.ordinal, r.version, r.hash, next.epoch, ${CUT_RULES}
					FROM next, json_to_recordset($2::json) AS r(entity_id uuid, ordinal integer, version integer, hash text)
					ON CONFLICT DO NOTHING`,
				[workspaceId, JSON.stringify(rows)],
			);
		});
	}

	/**
	 * Claims passages that have no vector of this model, each text once, those that were cut last first: a person who has
	 * just written something asks about it next. Nobody else gets a claimed passage for a while, so that two processes
	 * never pay for the same text. Finished texts are looked up in a set that is made once, as in `stateOf`.
	 */
	claim(
		workspaceId: string,
		input: { readonly model: string; readonly limit: number },
	): Promise<PendingPassage[]> {
		return this.db.query<PendingPassage>(
			`WITH pending AS (
				SELECT p.hash, max(p.epoch) AS epoch,
					(array_agg(p.entity_id ORDER BY p.entity_id DESC, p.ordinal))[1] AS entity_id,
					(array_agg(p.ordinal ORDER BY p.entity_id DESC, p.ordinal))[1] AS ordinal
				FROM passage p JOIN entity e ON e.workspace_id = p.workspace_id AND e.id = p.entity_id
				WHERE p.workspace_id = $1 AND ${CURRENT} AND e.deleted_at IS NULL
					AND p.hash NOT IN (SELECT v.hash FROM passage_vector v WHERE v.workspace_id = $1 AND v.model = $2
						AND (v.vector IS NOT NULL OR v.retry_at IS NULL OR v.retry_at > now()))
				GROUP BY p.hash ORDER BY epoch DESC, entity_id DESC, ordinal LIMIT $3
			), claimed AS (
				INSERT INTO passage_vector (workspace_id, model, hash, retry_at)
					SELECT $1, $2, hash, now() + make_interval(secs => ${CLAIM_SECONDS}) FROM pending
					ON CONFLICT (workspace_id, model, hash) DO UPDATE SET retry_at = excluded.retry_at
						WHERE passage_vector.vector IS NULL AND passage_vector.retry_at <= now()
					RETURNING hash
			)
			SELECT pending.entity_id, pending.ordinal, pending.hash FROM pending JOIN claimed USING (hash)
				ORDER BY pending.epoch DESC, pending.entity_id DESC, pending.ordinal`,
			[workspaceId, input.model, input.limit],
		);
	}

	/** Releases claimed passages that were not embedded, for the next process. */
	async release(workspaceId: string, model: string, hashes: readonly string[]): Promise<void> {
		await this.db.query(
			`UPDATE passage_vector SET retry_at = now()
				WHERE workspace_id = $1 AND model = $2 AND hash = ANY($3::text[]) AND vector IS NULL AND retry_at IS NOT NULL`,
			[workspaceId, model, hashes],
		);
	}

	async put(workspaceId: string, model: string, embedded: readonly EmbeddedPassage[]): Promise<void> {
		await this.db.query(
			`WITH ${NEXT_EPOCH}
			INSERT INTO passage_vector (workspace_id, model, hash, vector, failure, epoch)
				SELECT $1, $2, r.hash, r.vector, r.failure, next.epoch
				FROM next, unnest($3::text[], $4::bytea[], $5::text[]) AS r(hash, vector, failure)
				ON CONFLICT (workspace_id, model, hash) DO UPDATE SET vector = excluded.vector,
					failure = excluded.failure, retry_at = NULL, epoch = excluded.epoch`,
			[
				workspaceId,
				model,
				embedded.map(({ hash }) => hash),
				embedded.map(({ vector }) => vector ?? null),
				embedded.map(({ failure }) => failure ?? null),
			],
		);
	}

	/** The vectors of all entities, or of some. Of those cut from an older version too, until they are cut again. */
	vectors(workspaceId: string, model: string, entityIds?: readonly string[]): Promise<StoredVector[]> {
		return this.db.query<StoredVector>(
			`SELECT p.entity_id, p.ordinal, v.vector FROM passage p
				JOIN passage_vector v ON v.workspace_id = p.workspace_id AND v.hash = p.hash AND v.model = $2
				WHERE p.workspace_id = $1 AND p.rules = ${CUT_RULES} AND v.vector IS NOT NULL AND ($3::uuid[] IS NULL OR p.entity_id = ANY($3::uuid[]))
				ORDER BY p.entity_id, p.ordinal`,
			[workspaceId, model, entityIds ?? null],
		);
	}

	/** Whose passages or vectors have moved since an epoch, in any process. */
	async changes(workspaceId: string, model: string, since: number): Promise<IndexChanges> {
		const [row] = await this.db.query<{ epoch: number; ids: readonly string[] | null }>(
			`SELECT s.epoch, CASE WHEN s.epoch > $3 THEN (SELECT json_agg(DISTINCT moved.id) FROM (
					SELECT p.entity_id AS id FROM passage p WHERE p.workspace_id = $1 AND p.epoch > $3
					UNION ALL
					SELECT p.entity_id FROM passage_vector v
						JOIN passage p ON p.workspace_id = v.workspace_id AND p.hash = v.hash
						WHERE v.workspace_id = $1 AND v.model = $2 AND v.epoch > $3) moved) END AS ids
				FROM index_state s WHERE s.workspace_id = $1`,
			[workspaceId, model, since],
		);
		return { epoch: row?.epoch ?? 0, entityIds: row?.ids ?? [] };
	}

	/** The models that vectors are kept of, those with most first. */
	async models(workspaceId: string): Promise<readonly string[]> {
		const rows = await this.db.query<{ model: string }>(
			`SELECT model FROM passage_vector WHERE workspace_id = $1 AND vector IS NOT NULL
				GROUP BY model ORDER BY count(*) DESC, model`,
			[workspaceId],
		);
		return rows.map(({ model }) => model);
	}

	/** Whether every text has a vector of this model, or a reason for having none. */
	async isComplete(workspaceId: string, model: string): Promise<boolean> {
		const [row] = await this.db.query<{ complete: boolean }>(
			`SELECT NOT EXISTS (
				SELECT FROM entity e WHERE e.workspace_id = $1 AND e.deleted_at IS NULL AND NOT EXISTS (
					SELECT FROM passage p WHERE p.workspace_id = $1 AND p.entity_id = e.id AND ${CURRENT})
			) AND NOT EXISTS (
				SELECT FROM passage p JOIN entity e ON e.workspace_id = p.workspace_id AND e.id = p.entity_id
				WHERE p.workspace_id = $1 AND e.deleted_at IS NULL AND NOT EXISTS (
					SELECT FROM passage_vector v WHERE v.workspace_id = $1 AND v.model = $2 AND v.hash = p.hash
						AND v.retry_at IS NULL)
			) AS complete`,
			[workspaceId, model],
		);
		return row?.complete ?? true;
	}

	/** Drops vectors of other models, and those that no passage needs any more. */
	async tidy(workspaceId: string, model: string): Promise<void> {
		await this.db.query(
			`DELETE FROM passage_vector v WHERE v.workspace_id = $1 AND (v.model <> $2 OR NOT EXISTS (
				SELECT FROM passage p WHERE p.workspace_id = $1 AND p.hash = v.hash))`,
			[workspaceId, model],
		);
	}

	/** Gives texts that the model refused another chance. */
	async forgive(workspaceId: string, model: string): Promise<void> {
		await this.db.query(
			"DELETE FROM passage_vector WHERE workspace_id = $1 AND model = $2 AND failure IS NOT NULL",
			[workspaceId, model],
		);
	}

	/** How much of what this reader may read can be found by meaning. */
	coverage(access: AccessSet, model: string): Promise<Coverage> {
		return this.#count(stateOf(READABLE, "$8"), [...readableParams(access), model]);
	}

	/** The same for all passages, for the operator of the server. */
	progress(workspaceId: string, model: string): Promise<Coverage> {
		return this.#count(stateOf("e.workspace_id = $1 AND e.deleted_at IS NULL", "$2"), [workspaceId, model]);
	}

	async #count(state: string, params: readonly unknown[]): Promise<Coverage> {
		const [row] = await this.db.query<Coverage>(`WITH state AS (${state}) ${COUNT_STATE}`, params);
		return row ?? NOTHING;
	}
}

const NOTHING: Coverage = { indexed: 0, pending: 0, failed: 0, pendingPassages: 0, reasons: [] };

/** As a join, a database that has not analysed these tables yet compares every passage with every vector. */
const stateOf = (which: string, model: string): string => {
	const made = (outcome: "vector" | "failure"): string => `p.hash IN (
		SELECT hash FROM passage_vector WHERE workspace_id = $1 AND model = ${model} AND ${outcome} IS NOT NULL)`;
	return `
		SELECT e.id, count(p.ordinal) AS passages, count(*) FILTER (WHERE ${made("vector")}) AS embedded,
			count(*) FILTER (WHERE ${made("failure")}) AS failed,
			min((SELECT failure FROM passage_vector v WHERE v.workspace_id = $1 AND v.model = ${model} AND v.hash = p.hash))
				FILTER (WHERE ${made("failure")}) AS reason
		FROM entity e
		LEFT JOIN passage p ON p.workspace_id = e.workspace_id AND p.entity_id = e.id AND ${CURRENT}
		WHERE ${which} GROUP BY e.id`;
};

const COUNT_STATE = `
	SELECT count(*) FILTER (WHERE passages > 0 AND embedded = passages)::int AS indexed,
		count(*) FILTER (WHERE passages = 0 OR embedded + failed < passages)::int AS pending,
		count(*) FILTER (WHERE passages > 0 AND failed > 0 AND embedded + failed = passages)::int AS failed,
		coalesce(sum(greatest(passages, 1) - embedded - failed), 0)::int AS "pendingPassages",
		(SELECT coalesce(json_agg(r), '[]') FROM (
			SELECT reason, count(*)::int AS count FROM state WHERE reason IS NOT NULL
			GROUP BY reason ORDER BY count(*) DESC, reason LIMIT ${MOST_REASONS}) r) AS reasons
	FROM state`;
