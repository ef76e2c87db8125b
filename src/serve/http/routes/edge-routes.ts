import { z } from "@hono/zod-openapi";
import { findProject } from "../../../chat/tools/find-project.ts";
import type { Edge } from "../../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../../graph/model/errors.ts";
import { answerWrite, nameDoor } from "../answer-write.ts";
import type { Api } from "../api.ts";
import { presentLinked } from "../present-linked.ts";
import { edgeSchema, linkedSchema } from "../schemas/edge-schemas.ts";
import { deletedSchema } from "../schemas/entity-schemas.ts";

const PAGE = 50;

const newEdgeSchema = z
	.strictObject({
		src_id: z.string().describe("Id, ref or exact title"),
		rel: z.string().max(100),
		dst_id: z.string().describe("Id, ref or exact title"),
		text: z.string().optional().describe("What is said about this very connection"),
	})
	.openapi("NewEdge");

const linkedQuery = z.strictObject({
	sourceId: z.string().max(1_000).describe("Id or ref"),
	sourceKind: z.string().max(200).optional(),
	projectId: z.string().max(1_000).optional(),
	available: z
		.stringbool()
		.default(false)
		.describe("Also what could still be linked, at most 100 of each kind"),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE),
	cursor: z.string().max(100).optional(),
});

/** What joins entities. */
export function addEdgeRoutes(api: Api): void {
	api.signedIn(
		{
			method: "post",
			path: "/api/edges",
			summary: "State a relation; it is stored once, in its canonical direction",
			body: newEdgeSchema,
			answer: edgeSchema,
			status: 201,
		},
		async ({ context, session, body: { text, ...edge } }) => {
			const committed = await session.writer.link(
				{ ...edge, ...(text !== undefined && { text }) },
				nameDoor(session),
			);
			// Said before: nothing was written, and what is there is the answer.
			const status = committed.change_id === null ? 200 : 201;
			return answerWrite(context, session, committed, committed.edges[0] as Edge, status);
		},
	);

	api.signedIn(
		{
			method: "delete",
			path: "/api/edges/{id}",
			summary: "Take a stated relation away",
			params: z.object({ id: z.string() }),
			answer: deletedSchema,
		},
		async ({ context, session, params: { id } }) => {
			const committed = await session.writer.commit([{ op: "unlink", id }], nameDoor(session));
			return answerWrite(context, session, committed, (written) => ({ id, ...written }));
		},
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/onto/edges/linked",
			summary: "What an entity is joined to, by kind",
			query: linkedQuery,
			answer: linkedSchema,
		},
		async ({ context, session: { reader }, query }) => {
			const source = reader.graph.find(query.sourceId);
			const projectId = findProject(reader.graph, query.projectId);
			const isMeant =
				(query.sourceKind === undefined || query.sourceKind === source?.kind) &&
				(projectId === undefined || source?.project_id === null || source?.project_id === projectId);
			if (source === undefined || !isMeant) throw new EntityNotFoundError();
			const { limit, cursor, available: withAvailable } = query;
			return context.json(await presentLinked({ reader, source, limit, cursor, withAvailable }));
		},
	);
}
