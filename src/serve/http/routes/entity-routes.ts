import { z } from "zod";
import { findProject } from "../../../chat/tools/find-entity.ts";
import {
	blocksSchema,
	deletedSchema,
	entityOrLightSchema,
	entityPageSchema,
	entitySchema,
} from "../../../contract/entity.ts";
import {
	type EntityFilter,
	entityParams,
	entityPatchSchema,
	newEntitySchema,
	versionSchema,
} from "../../../contract/entity-request.ts";
import { LARGEST_PAGE, LONGEST_CURSOR, LONGEST_TYPED, MOST_BLOCKS } from "../../../contract/limits.ts";
import { dateEntities, type Session } from "../../../graph/graph.ts";
import type { Entity, EntityPatch, NewEntity } from "../../../graph/model/entity.ts";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import { withoutUndefined } from "../../../graph/model/without-undefined.ts";
import type { Block } from "../../../graph/store/derive/sync-blocks.ts";
import { presentLight } from "../../../present/present-entity.ts";
import { readVersion, requireVersion, tagOf } from "../exchange/answer-write.ts";
import type { Api } from "../exchange/api.ts";

const form = z.enum(["light", "full"]).default("full");

const filterSchema = z.strictObject({
	kind: z.string().optional(),
	project_id: z.string().optional(),
	state_key: z.string().optional(),
	q: z.string().max(LONGEST_TYPED).optional(),
	limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).optional(),
	cursor: z.string().max(LONGEST_CURSOR).optional(),
	form,
});

const versionQuery = z.strictObject({
	version: z.coerce.number().int().min(1).optional().describe("Delete only if this is still the version"),
});

async function presentAs(shape: "light" | "full", { reader }: Session) {
	const withDue = await dateEntities(reader);
	return (entity: Entity) =>
		shape === "light" ? presentLight(withDue(entity), reader.graph) : withDue(entity);
}

/** The entities themselves: search, read, create, change, delete and restore. */
export function addEntityRoutes(api: Api): void {
	api.signedIn(
		"GET /api/entities",
		{ summary: "Entities, newest change first", query: filterSchema, answer: entityPageSchema },
		async ({ session, query: { form: shape, ...query } }) => {
			const { rows, graph } = session.reader;
			const projectId = findProject(graph, query.project_id);
			const filter = { ...query, ...(projectId !== undefined && { project_id: projectId }) };
			const { entities, ...page } = await rows.list(filter as EntityFilter);
			return { entities: entities.map(await presentAs(shape, session)), ...page };
		},
	);

	api.signedIn(
		"POST /api/entities",
		{ summary: "Make an entity", body: newEntitySchema, answer: entitySchema, status: 201 },
		async ({ session, body, origin, answerWrite }) => {
			const committed = await session.writer.commit([{ op: "create", entity: toNewEntity(body) }], origin);
			const made = (await presentAs("full", session))(committed.entities[0] as Entity);
			return answerWrite(committed, made, 201);
		},
	);

	api.signedIn(
		"GET /api/entities/{id}",
		{
			summary: "One entity",
			params: entityParams,
			query: z.strictObject({ form }),
			answer: entityOrLightSchema,
		},
		async ({ context, session, params, query }) => {
			const entity = await session.reader.rows.get(params.id);
			await rememberView(session, entity);
			const present = await presentAs(query.form, session);
			if (query.form === "light") return present(entity);
			const tag = tagOf(entity.version);
			context.header("etag", tag);
			const shown = present(entity);
			// An open entity with a due day becomes overdue without a new version.
			const isSteady = !("due_day" in shown) || shown.due_day === null || shown.is_done;
			if (isSteady && context.req.header("if-none-match") === tag) return context.body(null, 304);
			return shown;
		},
	);

	api.signedIn(
		"PATCH /api/entities/{id}",
		{
			summary: "Change an entity; properties are merged, null removes one",
			params: entityParams,
			body: entityPatchSchema,
			answer: entitySchema,
		},
		async ({ context, session, params, body: { version: known, ...patch }, origin, answerWrite }) => {
			const version = requireVersion(context, known);
			const id = await session.refs.idOf(params.id);
			const committed = await session.writer.commit(
				[{ op: "update", id, version, patch: withoutUndefined(patch) as EntityPatch }],
				origin,
			);
			const changed = committed.entities[0] ?? (await session.reader.rows.get(id));
			return answerWrite(committed, (await presentAs("full", session))(changed));
		},
	);

	api.signedIn(
		"DELETE /api/entities/{id}",
		{
			summary: "Put an entity into the trash",
			params: entityParams,
			query: versionQuery,
			answer: deletedSchema,
		},
		async ({ context, session, params, query, origin, answerWrite }) => {
			const id = await session.refs.idOf(params.id);
			const version = readVersion(context, query.version);
			const committed = await session.writer.commit(
				[{ op: "delete", id, ...(version !== undefined && { version }) }],
				origin,
			);
			return answerWrite(committed, (written) => ({ id, ...written }));
		},
	);

	api.signedIn(
		"POST /api/entities/{id}/restore",
		{ summary: "Take an entity out of the trash", params: entityParams, answer: entitySchema },
		async ({ session, params, origin, answerWrite }) => {
			const id = await session.refs.idOf(params.id);
			const committed = await session.writer.commit([{ op: "restore", id }], origin);
			const restored = (await presentAs("full", session))(committed.entities[0] as Entity);
			return answerWrite(committed, restored);
		},
	);
}

/** A form that leaves its project empty sends "", which means none. */
const toNewEntity = (body: z.infer<typeof newEntitySchema>): NewEntity =>
	withoutUndefined({ ...body, project_id: body.project_id || undefined }) as NewEntity;

/** Records the entities a person opens, so that they are offered again; a program that fetches one does not count. */
async function rememberView(session: Session, entity: Entity): Promise<void> {
	if (session.reader.access.principal.grant !== undefined) return;
	// A person who may read gets the answer, even when the view cannot be recorded.
	await session.activity.recordView(entity.id).catch(() => undefined);
}

const putSchema = z
	.strictObject({
		version: versionSchema.optional(),
		blocks: z
			.array(
				z
					.strictObject({ id: z.string(), text: z.string() })
					.partial()
					.describe("A block that is there, by id, with another text or as it is; or a new text"),
			)
			.max(MOST_BLOCKS)
			.describe("All blocks in their new order; one that is left out is removed"),
	})
	.meta({ id: "BlocksPut" });

/** A body as its blocks, with the words of each. */
async function readBlocks({ reader: { rows } }: Session, idOrRef: string) {
	const { id, version, body } = await rows.get(idOrRef);
	const blocks = await rows.blocks(id);
	return {
		entity_id: id,
		version,
		blocks: blocks.map((block) => ({ ...block, text: body.slice(block.start_offset, block.end_offset) })),
	};
}

const LIST_KINDS = new Set(["list_item", "todo"]);

/**
 * Returns the body made of these blocks, in this order. Between two that were neighbours before, the text between them
 * stays as it was, so that putting back what was read changes not one character.
 */
function joinBlocks(
	body: string,
	stored: readonly Block[],
	wanted: z.infer<typeof putSchema>["blocks"],
): string {
	const ordinals = new Map(stored.map((block, ordinal) => [block.id, ordinal]));
	let joined = "";
	let previous: number | undefined;
	for (const [index, { id, text }] of wanted.entries()) {
		const ordinal = id === undefined ? undefined : ordinals.get(id);
		const block = ordinal === undefined ? undefined : stored[ordinal];
		if ((id !== undefined && block === undefined) || (block === undefined && text === undefined)) {
			throw new InvalidInputError(
				`blocks.${index}: give the id of a block of this text, or a text. Read the blocks again.`,
				{ field: `blocks.${index}`, id },
				"unknown_block",
			);
		}
		if (index === 0) joined = ordinal === 0 ? body.slice(0, block?.start_offset) : "";
		else joined += gapBetween(body, stored, previous, ordinal);
		joined += text ?? body.slice(block?.start_offset, block?.end_offset);
		previous = ordinal;
	}
	const isLast = previous !== undefined && previous === stored.length - 1;
	const tail = isLast ? body.slice(stored.at(-1)?.end_offset) : "\n";
	return wanted.length === 0 ? "" : joined + tail;
}

function gapBetween(
	body: string,
	stored: readonly Block[],
	before: number | undefined,
	after: number | undefined,
): string {
	const [left, right] = [before, after].map((ordinal) =>
		ordinal === undefined ? undefined : stored[ordinal],
	);
	if (left && right && after === (before ?? 0) + 1) return body.slice(left.end_offset, right.start_offset);
	const inList =
		left !== undefined && right !== undefined && [left, right].every(({ kind }) => LIST_KINDS.has(kind));
	return inList ? "\n" : "\n\n";
}

/** The pieces of a text, each under an id that lasts while the others are edited. */
export function addBlockRoutes(api: Api): void {
	api.signedIn(
		"GET /api/entities/{id}/blocks",
		{ summary: "The blocks of a text", params: entityParams, answer: blocksSchema },
		({ session, params }) => readBlocks(session, params.id),
	);

	api.signedIn(
		"PUT /api/entities/{id}/blocks",
		{
			summary: "Reorder, change, add and remove blocks",
			params: entityParams,
			body: putSchema,
			answer: blocksSchema,
		},
		async ({ context, session, params, body, origin, answerWrite }) => {
			const { rows } = session.reader;
			const version = requireVersion(context, body.version);
			const entity = await rows.get(params.id);
			const stored = await rows.blocks(entity.id);
			const patch = { body: joinBlocks(entity.body, stored, body.blocks) };
			const committed = await session.writer.commit(
				[{ op: "update", id: entity.id, version, patch }],
				origin,
			);
			return answerWrite(committed, await readBlocks(session, entity.id));
		},
	);
}
