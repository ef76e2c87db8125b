import { EntityNotFoundError, SkeinError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";
import type { JsonObject } from "../../model/json.ts";
import { ANSWER, type AnswerVerdict, type ItemVerdict } from "../../model/rating.ts";
import { GRANTED, READABLE, Repository, readableParams } from "../rights/access.ts";
import type { Committed } from "../write/writer.ts";

export interface NewManifest {
	readonly id: string;
	readonly revision: number;
	/** The payload, and the ids of every entity whose text it contains. */
	readonly payload: object;
	readonly entityIds: readonly string[];
	/** The request, so that the question can be asked again. */
	readonly request?: JsonObject | undefined;
	/** Contexts that are read again with this one: what is said now may repeat any of them. */
	readonly parents?: readonly string[] | undefined;
}

export interface ContextFigures {
	readonly at: string;
	readonly tokens: number;
	/** Milliseconds by stage, and of each source that collects. */
	readonly timings: Readonly<Record<string, number>>;
}

/**
 * Whether `context_manifest k` contains something the person may not read any more; takes parameters $1 to $7, made by
 * `readableParams`. Trash alone does not count: throwing a task away must not empty the conversations about it.
 */
export const FORBIDDEN = `EXISTS (
	SELECT 1 FROM entity e WHERE e.workspace_id = $1 AND e.id = ANY(k.entity_ids) AND NOT ${GRANTED})`;

/** The contexts shown to models, kept word for word and shown again only to the person each was made for. */
export class Manifests extends Repository {
	async save(manifest: NewManifest): Promise<void> {
		await this.db.query(
			`INSERT INTO context_manifest (workspace_id, id, account_id, revision, entity_ids, payload, created_at, request)
				VALUES ($1, $2, $3, $4, $5::uuid[], $6::jsonb, $7, $8::jsonb)`,
			[
				this.access.workspaceId,
				manifest.id,
				this.access.accountId,
				manifest.revision,
				manifest.entityIds,
				JSON.stringify(manifest.payload),
				new Date().toISOString(),
				manifest.request === undefined ? null : JSON.stringify(manifest.request),
			],
		);
	}

	/** Lists the figures of the person's newest contexts, oldest first. */
	async listFigures(limit: number): Promise<readonly ContextFigures[]> {
		if (this.isBound) return [];
		const rows = await this.db.query<ContextFigures>(
			`SELECT created_at AS at, payload->'metadata'->'timings' AS timings,
					coalesce(payload->'metadata'->>'usedTokens', payload->'metadata'->>'totalTokens', '0')::int AS tokens
				FROM context_manifest WHERE workspace_id = $1 AND account_id = $2 AND payload->'metadata'->'timings' IS NOT NULL
				ORDER BY created_at DESC, id DESC LIMIT $3`,
			[...this.owner, limit],
		);
		return rows.reverse();
	}

	/** Entities that the answer used after its first prompt; without the right to any of them, it is withheld. */
	async addShown(id: string, entityIds: readonly string[]): Promise<void> {
		if (entityIds.length === 0) return;
		await this.db.query(
			`UPDATE context_manifest SET entity_ids = ARRAY(SELECT DISTINCT unnest(entity_ids || $4::uuid[]))
				WHERE workspace_id = $1 AND account_id = $2 AND id = $3::uuid AND NOT entity_ids @> $4::uuid[]`,
			[...this.owner, id, entityIds],
		);
	}

	/** Whether any of these entities may not be read any more; one that lies in the trash may. */
	async isForbidden(entityIds: readonly string[]): Promise<boolean> {
		const [row] = await this.db.query<{ found: boolean }>(
			`SELECT EXISTS (SELECT 1 FROM entity e
				WHERE e.workspace_id = $1 AND e.id = ANY($8::uuid[]) AND NOT ${GRANTED}) AS found`,
			[...readableParams(this.access), entityIds],
		);
		return row?.found !== false;
	}

	/** An answer that was kept for a repeated request holds rows; it is not found once any of them may not be read. */
	async checkKept(result: unknown): Promise<void> {
		const { entities = [], edges = [] } = (result ?? {}) as Partial<Committed>;
		const ids = [
			...entities.map((entity) => entity.id),
			...edges.flatMap(({ src_id, dst_id }) => [src_id, dst_id]),
		];
		if (ids.length > 0 && (await this.isForbidden(ids))) throw new EntityNotFoundError();
	}

	/** Returns those of these contexts that contain something the person may not read any more. */
	async forbidden(ids: readonly string[]): Promise<ReadonlySet<string>> {
		if (ids.length === 0) return new Set();
		const rows = await this.db.query<{ id: string }>(
			`SELECT k.id FROM context_manifest k
				WHERE k.workspace_id = $1 AND k.account_id = $5 AND k.id = ANY($8::uuid[]) AND ${FORBIDDEN}`,
			[...readableParams(this.access), ids],
		);
		return new Set(rows.map((row) => row.id));
	}

	/** Not found, too, once any of its entities may no longer be read: a kept copy must not outlive a right. */
	async get(id: string): Promise<object> {
		const missing = new EntityNotFoundError("context");
		if (!isId(id)) throw missing;
		const [row] = await this.db.query<{ payload: object; entity_ids: string[] }>(
			`SELECT payload - 'revision' AS payload, entity_ids FROM context_manifest
				WHERE workspace_id = $1 AND id = $2::uuid AND account_id = $3`,
			[this.access.workspaceId, id, this.access.accountId],
		);
		if (row === undefined) throw missing;
		const readable = await this.db.query<{ id: string }>(
			`SELECT e.id FROM entity e WHERE e.id = ANY($8::uuid[]) AND ${READABLE}`,
			[...readableParams(this.access), row.entity_ids],
		);
		if (readable.length < new Set(row.entity_ids).size) throw missing;
		return row.payload;
	}
}

export interface Mark {
	readonly item_id: string;
	/** Null for the answer. */
	readonly entity_id: string | null;
	readonly verdict: AnswerVerdict | ItemVerdict;
	/** In which form the item was shown; null for the answer and for what was missing. */
	readonly form: string | null;
}

export interface RatedContext {
	readonly context_id: string;
	readonly request: JsonObject;
	readonly tokens: number | null;
	readonly asked_at: string;
	/** Null while nothing is rated. */
	readonly rated_at: string | null;
	readonly marks: readonly Mark[];
}

export interface RatedPage {
	readonly limit: number;
	readonly before?: string | undefined;
	readonly chatId?: string | undefined;
}

/** How often one person gave each verdict, to answers and to items. */
export interface VerdictCount {
	readonly verdict: AnswerVerdict | ItemVerdict;
	readonly of_answer: boolean;
	readonly count: number;
}

/** Takes $1 to $7 of `readableParams`: the person's own contexts, without those that are withheld from them. */
const OWN = `k.workspace_id = $1 AND k.account_id = $5 AND k.request IS NOT NULL AND NOT ${FORBIDDEN}`;
const SAME_CONTEXT =
	"r.workspace_id = k.workspace_id AND r.account_id = k.account_id AND r.context_id = k.id";
const COLUMNS = `k.id AS context_id, k.request, k.created_at AS asked_at, max(r.at) AS rated_at,
	(k.payload->'metadata'->>'usedTokens')::int AS tokens,
	coalesce(json_agg(json_build_object('item_id', r.item_id, 'entity_id', r.entity_id, 'verdict', r.verdict, 'form', r.form)
		ORDER BY r.at, r.item_id) FILTER (WHERE r.item_id IS NOT NULL), '[]') AS marks`;

/** The things that can be rated, as SQL over `k`: the answer, an item that it shows, an entity that it lacks. */
const SUBJECTS = {
	answer: "SELECT NULL::uuid AS entity_id, NULL::text AS form",
	shown: `SELECT (i.item->>'id')::uuid AS entity_id, i.item->>'form' AS form
		FROM jsonb_array_elements(k.payload->'sections') s(section), jsonb_array_elements(s.section->'items') i(item)
		WHERE i.item->>'blockId' = $9::text LIMIT 1`,
	missing: `SELECT e.id AS entity_id, NULL::text AS form FROM entity e WHERE e.id = $9::text::uuid AND ${READABLE}`,
} as const;

/** Blocks and entities have ids; any other text names nothing, and some could not be sent to the database. */
const isItem = (item: string): boolean => item === ANSWER || isId(item);

const questionUnknown = (): SkeinError =>
	new SkeinError(
		"question_unknown",
		"This context was kept before questions were kept with it, so a rating could not be used. Build it again and rate that.",
	);

/**
 * One person's ratings of answers and of the items of their contexts. Ratings belong to their maker like the contexts
 * they rate, are withheld with them, and cannot be reached through a token that is bound to projects. They move no
 * revision.
 */
export class Ratings extends Repository {
	/** Rates the answer or an item; a second rating of the same takes the place of the first. */
	async rate(contextId: string, item: string, verdict: AnswerVerdict | ItemVerdict): Promise<void> {
		this.checkMayWrite();
		const subject = item === ANSWER ? "answer" : verdict === "missing" ? "missing" : "shown";
		const isNamed = this.#isReachable(contextId) && isItem(item);
		const rated = isNamed
			? await this.db.query(
					`INSERT INTO rating (workspace_id, account_id, context_id, item_id, entity_id, verdict, form, at)
						SELECT k.workspace_id, k.account_id, k.id, $9::text, s.entity_id, $10, s.form, $11::timestamptz
							FROM context_manifest k CROSS JOIN LATERAL (${SUBJECTS[subject]}) s WHERE ${OWN} AND k.id = $8::uuid
						ON CONFLICT (workspace_id, account_id, context_id, item_id) DO UPDATE
							SET entity_id = excluded.entity_id, verdict = excluded.verdict, form = excluded.form, at = excluded.at
						RETURNING item_id`,
					[...readableParams(this.access), contextId, item, verdict, new Date().toISOString()],
				)
			: [];
		if (rated.length > 0) return;
		await this.find(contextId);
		throw new EntityNotFoundError("item");
	}

	/** Takes a rating back; what was not rated stays so. */
	async takeBack(contextId: string, item: string): Promise<void> {
		this.checkMayWrite();
		await this.find(contextId);
		if (!isItem(item)) return;
		await this.db.query(
			"DELETE FROM rating WHERE workspace_id = $1 AND account_id = $2 AND context_id = $3::uuid AND item_id = $4",
			[...this.owner, contextId, item],
		);
	}

	/** A context with its ratings, if there are any. Not found when it is somebody else's or withheld. */
	async find(contextId: string): Promise<RatedContext> {
		const [rated] = this.#isReachable(contextId)
			? await this.db.query<RatedContext>(
					`SELECT ${COLUMNS} FROM context_manifest k LEFT JOIN rating r ON ${SAME_CONTEXT}
						WHERE ${OWN} AND k.id = $8::uuid GROUP BY k.workspace_id, k.id`,
					[...readableParams(this.access), contextId],
				)
			: [];
		if (rated !== undefined) return rated;
		if (this.#isReachable(contextId) && (await this.#isOfBefore(contextId))) throw questionUnknown();
		throw new EntityNotFoundError("context");
	}

	/** Lists contexts with ratings, the most recently requested one first. */
	async list({ limit, before, chatId }: RatedPage): Promise<readonly RatedContext[]> {
		const isNowhere = (id: string | undefined): boolean => id !== undefined && !isId(id);
		if (this.isBound || isNowhere(before) || isNowhere(chatId)) return [];
		return this.db.query<RatedContext>(
			`SELECT ${COLUMNS} FROM context_manifest k JOIN rating r ON ${SAME_CONTEXT}
				WHERE ${OWN} AND ($8::uuid IS NULL OR k.id < $8::uuid) AND ($9::text IS NULL OR k.request->>'chatId' = $9::text)
				GROUP BY k.workspace_id, k.id ORDER BY k.id DESC LIMIT $10`,
			[...readableParams(this.access), before ?? null, chatId ?? null, limit],
		);
	}

	/** All ratings of the person, added up, without those of what they may not read any more. */
	async count(): Promise<readonly VerdictCount[]> {
		if (this.isBound) return [];
		return this.db.query<VerdictCount>(
			`SELECT r.verdict, r.entity_id IS NULL AS of_answer, count(*)::int AS count
				FROM context_manifest k JOIN rating r ON ${SAME_CONTEXT}
				LEFT JOIN entity e ON e.workspace_id = r.workspace_id AND e.id = r.entity_id
				WHERE ${OWN} AND (r.entity_id IS NULL OR ${READABLE}) GROUP BY 1, 2`,
			readableParams(this.access),
		);
	}

	async #isOfBefore(contextId: string): Promise<boolean> {
		const rows = await this.db.query(
			`SELECT FROM context_manifest k WHERE k.workspace_id = $1 AND k.account_id = $5 AND k.id = $8::uuid
				AND k.request IS NULL AND NOT ${FORBIDDEN}`,
			[...readableParams(this.access), contextId],
		);
		return rows.length > 0;
	}

	#isReachable(contextId: string): boolean {
		return !this.isBound && isId(contextId);
	}
}
