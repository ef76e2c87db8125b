import { z } from "zod";
import { findProject } from "../../../chat/tools/find-entity.ts";
import { edgeSchema, linkedQuerySchema, linkedSchema, newEdgeSchema } from "../../../contract/edge.ts";
import { deletedSchema } from "../../../contract/entity.ts";
import { OTHER_ROUTES } from "../../../contract/seed-names.ts";
import type { Edge } from "../../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../../graph/model/errors.ts";
import { presentLinked } from "../../../present/present-linked.ts";
import type { Api } from "../exchange/api.ts";

/** Edges between entities. */
export function addEdgeRoutes(api: Api): void {
	api.signedIn(
		"POST /api/edges",
		{
			summary: "State a relation; it is stored once, in its canonical direction",
			body: newEdgeSchema,
			answer: edgeSchema,
			status: 201,
		},
		async ({ session, body: { text, ...edge }, origin, answerWrite }) => {
			const committed = await session.writer.link({ ...edge, ...(text !== undefined && { text }) }, origin);
			// The edge existed already: nothing was written, and the existing edge is the answer.
			const status = committed.change_id === null ? 200 : 201;
			return answerWrite(committed, committed.edges[0] as Edge, status);
		},
	);

	api.signedIn(
		"DELETE /api/edges/{id}",
		{ summary: "Take a stated relation away", params: z.object({ id: z.string() }), answer: deletedSchema },
		async ({ session, params: { id }, origin, answerWrite }) => {
			const committed = await session.writer.commit([{ op: "unlink", id }], origin);
			return answerWrite(committed, (written) => ({ id, ...written }));
		},
	);

	api.signedIn(
		`GET ${OTHER_ROUTES.linked}`,
		{ summary: "What an entity is joined to, by kind", query: linkedQuerySchema, answer: linkedSchema },
		({ session: { reader }, query }) => {
			const source = reader.graph.find(query.sourceId);
			const projectId = findProject(reader.graph, query.projectId);
			const isMeant =
				(query.sourceKind === undefined || query.sourceKind === source?.kind) &&
				(projectId === undefined || source?.project_id === null || source?.project_id === projectId);
			if (source === undefined || !isMeant) throw new EntityNotFoundError();
			const { limit, cursor, available: withAvailable } = query;
			return presentLinked({ reader, source, limit, cursor, withAvailable });
		},
	);
}
