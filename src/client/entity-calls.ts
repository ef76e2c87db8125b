import type { changesSchema, trashSchema, undoneSchema } from "../contract/change.ts";
import type { edgeSchema, linkedSchema } from "../contract/edge.ts";
import type { blocksSchema, deletedSchema, entityPageSchema, entitySchema } from "../contract/entity.ts";
import type {
	entityPatchSchema,
	EntityFilter as Filter,
	newEntitySchema,
} from "../contract/entity-request.ts";
import type { Answer, Body } from "../contract/frozen.ts";
import type { sharesSchema } from "../contract/people.ts";
import type { unlinkedMentionsSchema } from "../contract/suggestion.ts";
import type { CallOptions, Connection } from "./connection.ts";

export type Entity = Answer<typeof entitySchema>;

export type NewEntity = Body<typeof newEntitySchema>;

export type EntityPatch = Omit<Body<typeof entityPatchSchema>, "version">;

export type EntityFilter = Filter;

/** Lists are requested in full, so that each row is an entity. */
export interface EntityList extends Omit<Answer<typeof entityPageSchema>, "entities"> {
	readonly entities: readonly Entity[];
}

export type Block = Answer<typeof blocksSchema>["blocks"][number];

export type Share = Answer<typeof sharesSchema>["shares"][number];

type UnlinkedMentions = Answer<typeof unlinkedMentionsSchema>;

/** A place in a text that names an entity without a link to it. */
export type UnlinkedMention = UnlinkedMentions["incoming"][number];

export type Edge = Answer<typeof edgeSchema>;

export type NewEdge = Pick<Edge, "src_id" | "rel" | "dst_id">;

type LinkedAnswer = Answer<typeof linkedSchema>;

export type LinkedEntity = LinkedAnswer["linkedEntities"][string][number];

export type LinkReading = LinkedEntity["relations"][number];

export interface Linked {
	readonly entities: readonly LinkedEntity[];
	readonly total: number;
	readonly next_cursor: string | null;
}

export type ChangePage = Answer<typeof changesSchema>;

export type Change = ChangePage["changes"][number];

export type LoggedRow = Change["rows"][number];

export type TrashPage = Answer<typeof trashSchema>;

export type TrashedEntity = TrashPage["entities"][number];

export interface ChangeFilter {
	/** Each of these names what a change touched. */
	readonly entityId?: string | undefined;
	readonly kind?: string | undefined;
	readonly projectId?: string | undefined;
	readonly actorId?: string | undefined;
	/** The rows before and after, with the texts of entities or without. */
	readonly form?: "short" | "full";
	readonly cursor?: string | undefined;
	readonly limit?: number;
}

export interface TrashFilter {
	/** Words of the title. */
	readonly q?: string | undefined;
	readonly kind?: string | undefined;
	readonly projectId?: string | undefined;
	/** Only this one. */
	readonly entityId?: string | undefined;
	readonly cursor?: string | undefined;
	readonly limit?: number;
}

/** The query of an address: `entityId` is sent as `entity_id`, and what is empty is not sent. */
function printFilter(filter: object): URLSearchParams {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(filter)) {
		if (value === undefined || value === "") continue;
		parameters.set(
			name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			String(value),
		);
	}
	return parameters;
}

const at = (reference: string): string => `/api/entities/${encodeURIComponent(reference)}`;

/** Returns the address of a file of an entity, by its path or by the name a text uses for it. */
export const attachmentPath = (entityId: string, name: string): string =>
	`${at(entityId)}/attachments/${encodeURIComponent(name)}`;

/** Calls about entities. Each is named by its id or its ref. */
export const makeEntityCalls = (connection: Connection) => ({
	list(filter: EntityFilter = {}, options?: CallOptions): Promise<EntityList> {
		return connection.get(`/api/entities?${printFilter(filter)}`, options);
	},

	get: (reference: string, options?: CallOptions): Promise<Entity> => connection.get(at(reference), options),

	create: (entity: NewEntity) => connection.write<Entity>("POST", "/api/entities", entity),

	/** Changes what the patch names. `version` is the one it was read at: another one is refused with the present row. */
	change: (reference: string, version: number, patch: EntityPatch) =>
		connection.write<Entity>("PATCH", at(reference), { version, ...patch }),

	/** Puts it into the trash. */
	remove: (reference: string) => connection.write<Answer<typeof deletedSchema>>("DELETE", at(reference)),

	restore: (reference: string) => connection.write<Entity>("POST", `${at(reference)}/restore`),

	blocks: (reference: string, options?: CallOptions): Promise<readonly Block[]> =>
		connection.list<Block>("blocks", `${at(reference)}/blocks`)(options),

	/** Texts that name it, or that it names, without a link. */
	mentions: (reference: string, options?: CallOptions): Promise<UnlinkedMentions> =>
		connection.get(`${at(reference)}/mentions`, options),

	shares: (reference: string, options?: CallOptions): Promise<readonly Share[]> =>
		connection.list<Share>("shares", `${at(reference)}/shares`)(options),

	setShares: (reference: string, shares: readonly Share[]) =>
		connection.write<unknown>("PUT", `${at(reference)}/shares`, { shares }),

	attach: (reference: string, name: string, file: Blob) =>
		connection.sendFile<Entity>("PUT", attachmentPath(reference, name), file),

	detach: (reference: string, path: string) =>
		connection.write<Entity>("DELETE", attachmentPath(reference, path)),
});

/** Calls about the edges between entities. */
export const makeLinkCalls = (connection: Connection) => ({
	async of(id: string, cursor: string | null = null, options?: CallOptions): Promise<Linked> {
		const parameters = new URLSearchParams({ sourceId: id, ...(cursor !== null && { cursor }) });
		const answer = await connection.get<LinkedAnswer>(`/api/onto/edges/linked?${parameters}`, options);
		return {
			entities: Object.values(answer.linkedEntities).flat(),
			total: answer.counts.total ?? 0,
			next_cursor: answer.next_cursor,
		};
	},

	create: (edge: NewEdge) => connection.write<Edge>("POST", "/api/edges", edge),

	remove: (edgeId: string) => connection.write<{ readonly id: string }>("DELETE", `/api/edges/${edgeId}`),
});

/** Calls about the log of changes. */
export const makeChangeCalls = (connection: Connection) => ({
	list: (filter: ChangeFilter = {}, options?: CallOptions): Promise<ChangePage> =>
		connection.get(`/api/changes?${printFilter({ form: "full", limit: 20, ...filter })}`, options),

	/** Undoes a change, or the part of it that is about one entity, and returns the rows after the undo. */
	undo: (changeId: string, { entityId }: { readonly entityId?: string } = {}) => {
		const part = entityId === undefined ? "" : `?${new URLSearchParams({ entity_id: entityId })}`;
		return connection.write<Answer<typeof undoneSchema>>("POST", `/api/changes/${changeId}/undo${part}`);
	},
});

/** Calls about the trash; `entities.restore` takes something out of it. */
export const makeTrashCalls = (connection: Connection) => ({
	list: (filter: TrashFilter = {}, options?: CallOptions): Promise<TrashPage> =>
		connection.get(`/api/trash?${printFilter(filter)}`, options),
});
