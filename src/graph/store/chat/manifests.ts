import { EntityNotFoundError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";
import type { JsonObject } from "../../model/json.ts";
import { GRANTED, READABLE, readableParams } from "../rights/access.ts";
import { Repository } from "../rights/repository.ts";
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
