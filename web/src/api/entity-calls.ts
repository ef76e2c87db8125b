import type { changesSchema } from "../../../src/contract/change.ts";
import type { edgeSchema, linkedSchema } from "../../../src/contract/edge.ts";
import type { blocksSchema } from "../../../src/contract/entity.ts";
import type { entityPatchSchema, newEntitySchema } from "../../../src/contract/entity-request.ts";
import type { Answer, Body } from "../../../src/contract/frozen.ts";
import type { sharesSchema } from "../../../src/contract/people.ts";
import { type CallOptions, type Entity, getJson, getList, sendFile, type Written, write } from "./api.ts";

/** Calls about single entities and their edges. */

export type NewEntity = Body<typeof newEntitySchema>;

export type EntityPatch = Omit<Body<typeof entityPatchSchema>, "version">;

const at = (reference: string): string => `/api/entities/${encodeURIComponent(reference)}`;

export const getEntity = (reference: string, options?: CallOptions): Promise<Entity> =>
	getJson(at(reference), options);

export const createEntity = (entity: NewEntity) => write<Entity>("POST", "/api/entities", entity);

export const patchEntity = (id: string, version: number, patch: EntityPatch) =>
	write<Entity>("PATCH", at(id), { version, ...patch });

export const deleteEntity = (id: string) => write<{ readonly id: string }>("DELETE", at(id));

/** Undoes a change and returns the rows after the undo. */
export const undoChange = (changeId: string) =>
	write<{ readonly entities: readonly Entity[] }>("POST", `/api/changes/${changeId}/undo`);

export type Block = Answer<typeof blocksSchema>["blocks"][number];

export const listBlocks = (reference: string, options?: CallOptions): Promise<readonly Block[]> =>
	getList("blocks", `${at(reference)}/blocks`, options);

type LinkedAnswer = Answer<typeof linkedSchema>;

export type LinkedEntity = LinkedAnswer["linkedEntities"][string][number];

export type LinkReading = LinkedEntity["relations"][number];

export interface Linked {
	readonly entities: readonly LinkedEntity[];
	readonly total: number;
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

export type Edge = Answer<typeof edgeSchema>;

export type NewEdge = Pick<Edge, "src_id" | "rel" | "dst_id">;

export const linkEntities = (edge: NewEdge) => write<Edge>("POST", "/api/edges", edge);

export const unlinkEntities = (edgeId: string) =>
	write<{ readonly id: string }>("DELETE", `/api/edges/${edgeId}`);

export type ChangePage = Answer<typeof changesSchema>;

export type Change = ChangePage["changes"][number];

export type LoggedRow = Change["rows"][number];

export function listChanges(
	filter: { readonly entityId?: string; readonly cursor?: string; readonly limit?: number },
	options?: CallOptions,
): Promise<ChangePage> {
	const parameters = new URLSearchParams({ form: "full", limit: String(filter.limit ?? 20) });
	if (filter.entityId !== undefined) parameters.set("entity_id", filter.entityId);
	if (filter.cursor !== undefined) parameters.set("cursor", filter.cursor);
	return getJson(`/api/changes?${parameters}`, options);
}

export type Share = Answer<typeof sharesSchema>["shares"][number];

export const listShares = (id: string, options?: CallOptions): Promise<readonly Share[]> =>
	getList("shares", `${at(id)}/shares`, options);

export const putShares = (id: string, shares: readonly Share[]) =>
	write<unknown>("PUT", `${at(id)}/shares`, { shares });

/** The files that an entity holds, by their paths. */
export const listAttachments = ({ held_files: files }: Pick<Entity, "held_files">): readonly string[] =>
	Object.keys(files);

/** Returns the address of a file of an entity, by its path or by the name a text uses for it. */
export const attachmentPath = (entityId: string, name: string): string =>
	`/api/entities/${encodeURIComponent(entityId)}/attachments/${encodeURIComponent(name)}`;

export const putAttachment = (entityId: string, file: File) =>
	sendFile<Entity>("PUT", attachmentPath(entityId, file.name), file);

export const removeAttachment = (entityId: string, path: string): Promise<Written<Entity>> =>
	write("DELETE", attachmentPath(entityId, path));
