import { z } from "@hono/zod-openapi";
import { findProject } from "../../../chat/tools/find-entity.ts";
import { activitySchema, changesSchema, trashSchema, undoneSchema } from "../../../contract/change.ts";
import {
	LARGEST_PAGE,
	LONGEST_CURSOR,
	LONGEST_LOOK_BACK_HOURS,
	LONGEST_NAME,
	LONGEST_REFERENCE,
	LONGEST_TYPED,
	USUAL_PAGE,
} from "../../../contract/limits.ts";
import { dateEntities } from "../../../graph/graph.ts";
import { presentState } from "../../../present/present-entity.ts";
import type { Api } from "../exchange/api.ts";

const HOURS = 72;
const HOUR = 3_600_000;

const place = z.string().max(LONGEST_CURSOR);

const reference = z.string().max(LONGEST_REFERENCE);
const kind = z.string().max(LONGEST_NAME);
const limit = z.coerce.number().int().min(1).max(LARGEST_PAGE).default(USUAL_PAGE);

const changesQuery = z.strictObject({
	since: place
		.optional()
		.describe("Oldest first, from after this revision, or 0 for the first; newest first otherwise"),
	entity_id: reference.optional().describe("Id or ref: only what touched this"),
	actor_id: z.uuid().optional().describe("Only what this person changed"),
	kind: kind.optional().describe("Only what touched an entity of this kind"),
	project_id: reference.optional().describe("Id, ref or title: only what touched an entity of this project"),
	form: z
		.enum(["light", "short", "full"])
		.default("light")
		.describe("full adds the rows before and after, short the same without the texts of entities"),
	limit,
	cursor: place.optional(),
});

const trashQuery = z.strictObject({
	q: z.string().max(LONGEST_TYPED).optional().describe("Words of the title"),
	kind: kind.optional(),
	project_id: reference.optional().describe("Id, ref or title"),
	entity_id: reference.optional().describe("Id or ref: only this one"),
	limit,
	cursor: place.optional(),
});

/** The log of changes, undo, and what can be taken out of the trash. */
export function addChangeRoutes(api: Api): void {
	api.signedIn(
		"GET /api/changes",
		{
			summary: "The log, as far as you may read what it is about",
			query: changesQuery,
			answer: changesSchema,
		},
		async ({
			session,
			query: { since, cursor, form, entity_id: entity, actor_id, project_id, ...query },
		}) => {
			const { cursors } = session;
			const from = cursor ?? since;
			const at = from === undefined ? undefined : cursors.open(from);
			const { changes, hasMore } = await session.log.page({
				...(since === undefined ? { before: at } : { since: at }),
				...(entity !== undefined && { entityId: await session.refs.idOf(entity) }),
				actorId: actor_id,
				projectId: findProject(session.reader.graph, project_id),
				...query,
				withImages: form === "short" ? "without texts" : form === "full",
			});
			const last = changes.at(-1);
			return {
				revision: cursors.seal(session.reader.graph.revision),
				changes: changes.map((change) => ({ ...change, revision: cursors.seal(change.revision, change.id) })),
				next_cursor: hasMore && last ? cursors.seal(last.revision, last.id) : null,
			};
		},
	);

	api.signedIn(
		"POST /api/changes/{id}/undo",
		{
			summary: "Take a change back as a new change: all of it, or the part that is about one entity",
			params: z.object({ id: z.string() }),
			query: z.strictObject({
				entity_id: reference.optional().describe("Id or ref"),
			}),
			answer: undoneSchema,
		},
		async ({ session, params, query: { entity_id: entity }, origin, answerWrite }) => {
			const part = entity !== undefined && { entityId: await session.refs.idOf(entity) };
			const committed = await session.writer.undo(params.id, origin, { ...part });
			const { edges } = committed;
			const entities = committed.entities.map(await dateEntities(session.reader));
			return answerWrite(committed, (written) => ({ ...written, entities, edges }));
		},
	);

	api.signedIn(
		"GET /api/trash",
		{
			summary: "What you may take out of the trash, thrown away last first",
			query: trashQuery,
			answer: trashSchema,
		},
		async ({ session, query: { entity_id: entity, project_id, ...query } }) => {
			const { graph } = session.reader;
			const { entities, ...page } = await session.trash.list({
				...query,
				projectId: findProject(graph, project_id),
				...(entity !== undefined && { entityId: await session.refs.idOf(entity) }),
			});
			const titleOf = (id: string | null) => (id === null ? undefined : graph.node(id)?.title);
			return {
				entities: entities.map((entity) => ({
					...entity,
					project_title: titleOf(entity.project_id) ?? null,
				})),
				...page,
			};
		},
	);

	api.signedIn(
		"GET /api/activity",
		{
			summary: "What you have changed or looked at, newest first",
			query: z.strictObject({
				action: z.enum(["view", "edit"]).default("edit"),
				hours: z.coerce.number().int().min(1).max(LONGEST_LOOK_BACK_HOURS).default(HOURS),
				limit,
			}),
			answer: activitySchema,
		},
		async ({ session, query: { action, hours, limit } }) => {
			const { graph } = session.reader;
			const since = new Date(Date.now() - hours * HOUR).toISOString();
			const recent = await session.activity.recent({ action, since, limit });
			const activity = recent.flatMap(({ entity_id, at }) => {
				const node = graph.node(entity_id);
				if (node === undefined) return [];
				return [{ entity_id, ...presentState(node), project_id: node.project_id, action, at }];
			});
			return { activity };
		},
	);
}
