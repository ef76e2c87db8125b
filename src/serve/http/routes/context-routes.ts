import { z } from "@hono/zod-openapi";
import { keepRequest } from "../../../chat/keep-request.ts";
import { listShown } from "../../../chat/list-shown.ts";
import { findProject } from "../../../chat/tools/find-project.ts";
import { buildContext } from "../../../context/build-context.ts";
import { searchEntities } from "../../../graph/search/search-entities.ts";
import { suggestEntities } from "../../../graph/search/suggest-entities.ts";
import type { Api } from "../api.ts";
import { contextRequestSchema, toContextRequest } from "../context-request-schema.ts";
import { contextPayloadSchema } from "../schemas/context-schemas.ts";
import { searchAnswerSchema, suggestionsSchema } from "../schemas/search-schemas.ts";

const LONGEST_QUERY = 100_000;

const searchSchema = z.strictObject({
	query: z.string().max(LONGEST_QUERY),
	project_id: z.string().optional(),
	types: z.array(z.string()).optional(),
	limit: z.int().min(1).max(50).optional(),
	semantic: z.boolean().optional().describe("False leaves out the search by meaning"),
	exact: z.boolean().optional().describe("True looks for the words as written and corrects no slip"),
});

/** Finding things and weaving contexts. */
export function addContextRoutes(api: Api): void {
	api.signedIn(
		{
			method: "post",
			path: "/api/context",
			summary: "The context for a question",
			body: contextRequestSchema,
			retry: "reads",
			answer: contextPayloadSchema,
		},
		async ({ context, session, body }) => {
			const { reader, manifests } = session;
			const request = toContextRequest(session, body);
			const payload = await buildContext({ reader, request });
			if (body.keep) {
				await manifests.save({
					id: payload.id,
					revision: reader.graph.revision,
					payload,
					entityIds: listShown(payload, reader.graph),
					request: keepRequest(request, reader.graph),
				});
			}
			return context.json(payload);
		},
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/contexts/{id}",
			summary: "A context that was kept, or that a turn saw, exactly",
			params: z.object({ id: z.string() }),
			answer: contextPayloadSchema,
		},
		async ({ context, session, params }) => context.json(await session.manifests.get(params.id)),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/onto/search",
			summary: "Search entities of every kind",
			body: searchSchema,
			retry: "reads",
			answer: searchAnswerSchema,
		},
		async ({ context, session, body }) => {
			const { project_id: project, ...request } = body;
			const projectId = findProject(session.reader.graph, project);
			return context.json(await searchEntities(session.reader, { ...request, projectId }));
		},
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/suggest",
			summary: "What a picker offers",
			query: z.strictObject({
				trigger: z.enum(["@", "[["]).default("@"),
				q: z.string().max(500).default(""),
			}),
			answer: suggestionsSchema,
		},
		async ({ context, session, query }) => {
			const { graph } = session.reader;
			const suggestions = (await suggestEntities(session, query)).map(
				({ id, ref, kind, title, project_id, state_key }) => ({
					id,
					ref,
					kind,
					title,
					project_id,
					project_title: project_id === null ? null : (graph.node(project_id)?.title ?? null),
					state_key,
				}),
			);
			return context.json({ suggestions });
		},
	);
}
