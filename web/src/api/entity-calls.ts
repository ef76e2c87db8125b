import { type CallOptions, type Entity, getJson, type Written, write } from "../api.ts";

/** The calls about single entities and what joins them. */

export interface NewEntity {
	readonly kind: string;
	readonly title: string;
	readonly project_id?: string;
	readonly body?: string;
	readonly state_key?: string;
	readonly props?: Readonly<Record<string, unknown>>;
}

export interface EntityPatch {
	readonly title?: string;
	readonly body?: string;
	readonly description?: string;
	readonly state_key?: string | null;
	readonly props?: Readonly<Record<string, unknown>>;
	readonly visibility?: Entity["visibility"];
	readonly archived?: boolean;
}

const at = (reference: string): string => `/api/entities/${encodeURIComponent(reference)}`;

export const getEntity = (reference: string, options?: CallOptions): Promise<Entity> =>
	getJson(at(reference), options);

export const createEntity = (entity: NewEntity): Promise<Written<Entity>> =>
	write("POST", "/api/entities", entity);

export const patchEntity = (id: string, version: number, patch: EntityPatch): Promise<Written<Entity>> =>
	write("PATCH", at(id), { version, ...patch });

export const deleteEntity = (id: string): Promise<Written<{ readonly id: string }>> =>
	write("DELETE", at(id));

/** Answers with the rows as they are then. */
export const undoChange = (changeId: string): Promise<Written<{ readonly entities: readonly Entity[] }>> =>
	write("POST", `/api/changes/${changeId}/undo`);

export interface Block {
	readonly id: string;
	readonly kind: string;
	readonly text: string;
	readonly parent_id: string | null;
}

export async function listBlocks(reference: string, options?: CallOptions): Promise<readonly Block[]> {
	const answer = await getJson<{ blocks: readonly Block[] }>(`${at(reference)}/blocks`, options);
	return answer.blocks;
}

export interface LinkReading {
	readonly relation: string;
	readonly direction: "outgoing" | "incoming";
	readonly edgeId: string;
}

export interface LinkedEntity {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly name: string;
	readonly state: string | null;
	readonly relations: readonly LinkReading[];
}

export interface Linked {
	readonly entities: readonly LinkedEntity[];
	readonly total: number;
	readonly next_cursor: string | null;
}

interface LinkedAnswer {
	readonly linkedEntities: Readonly<Record<string, readonly LinkedEntity[]>>;
	readonly counts: Readonly<Record<string, number>>;
	readonly next_cursor: string | null;
}

export async function listLinked(id: string, cursor: string | null, options?: CallOptions): Promise<Linked> {
	const parameters = new URLSearchParams({ sourceId: id, ...(cursor !== null && { cursor }) });
	const answer = await getJson<LinkedAnswer>(`/api/onto/edges/linked?${parameters}`, options);
	return {
		entities: Object.values(answer.linkedEntities).flat(),
		total: answer.counts.total ?? 0,
		next_cursor: answer.next_cursor,
	};
}

export interface Edge {
	readonly id: string;
	readonly src_id: string;
	readonly rel: string;
	readonly dst_id: string;
}

export const linkEntities = (edge: Omit<Edge, "id">): Promise<Written<Edge>> =>
	write("POST", "/api/edges", edge);

export const unlinkEntities = (edgeId: string): Promise<Written<{ readonly id: string }>> =>
	write("DELETE", `/api/edges/${edgeId}`);

export interface LoggedRow {
	readonly table: "entity" | "edge" | "own_kind";
	readonly id: string;
	readonly verb: "created" | "updated" | "deleted" | "restored";
	readonly title: string;
	readonly kind: string | null;
	readonly fields: readonly string[] | null;
	readonly before?: Readonly<Record<string, unknown>> | null;
	readonly after?: Readonly<Record<string, unknown>> | null;
}

export interface Change {
	readonly id: string;
	readonly revision: number;
	readonly actor_name: string;
	readonly via: string;
	readonly undoes: string | null;
	readonly created_at: string;
	readonly row_count: number;
	readonly rows: readonly LoggedRow[];
}

export interface ChangePage {
	readonly changes: readonly Change[];
	readonly next_cursor: string | null;
}

export function listChanges(
	filter: { readonly entityId?: string; readonly cursor?: string; readonly limit?: number },
	options?: CallOptions,
): Promise<ChangePage> {
	const parameters = new URLSearchParams({ form: "full", limit: String(filter.limit ?? 20) });
	if (filter.entityId !== undefined) parameters.set("entity_id", filter.entityId);
	if (filter.cursor !== undefined) parameters.set("cursor", filter.cursor);
	return getJson(`/api/changes?${parameters}`, options);
}

export interface Share {
	readonly grantee_id: string;
	readonly level: "read" | "write";
}

export async function listShares(id: string, options?: CallOptions): Promise<readonly Share[]> {
	const answer = await getJson<{ shares: readonly Share[] }>(`${at(id)}/shares`, options);
	return answer.shares;
}

export const putShares = (id: string, shares: readonly Share[]): Promise<Written<unknown>> =>
	write("PUT", `${at(id)}/shares`, { shares });
