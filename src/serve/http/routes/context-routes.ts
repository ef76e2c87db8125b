import { z } from "zod";
import { keepRequest } from "../../../chat/keep-request.ts";
import { listShown } from "../../../chat/list-shown.ts";
import { findProject } from "../../../chat/tools/find-entity.ts";
import { toContextRequest } from "../../../chat/tools/to-context-request.ts";
import { buildContext } from "../../../context/build-context.ts";
import { contextRequestSchema } from "../../../contract/context-request.ts";
import { LONGEST_TYPED } from "../../../contract/limits.ts";
import { contextPayloadSchema } from "../../../contract/payload.ts";
import { searchAnswerSchema, searchRequestSchema, suggestionsSchema } from "../../../contract/search.ts";
import { OTHER_ROUTES } from "../../../contract/seed-names.ts";
import { searchEntities } from "../../../graph/search/search-entities.ts";
import { suggestEntities } from "../../../graph/search/suggest-entities.ts";
import { presentRow } from "../../../present/present-entity.ts";
import type { Api } from "../exchange/api.ts";

/** Search, and building contexts. */
export function addContextRoutes(api: Api): void {
	api.signedIn(
		"POST /api/context",
		{
			summary: "The context for a question",
			body: contextRequestSchema,
			retry: "reads",
			answer: contextPayloadSchema,
		},
		async ({ session, body: { keep, ...body } }) => {
			const { reader, manifests } = session;
			const request = toContextRequest(reader, body);
			const payload = await buildContext({ reader, request });
			if (keep) {
				await manifests.save({
					id: payload.id,
					revision: reader.graph.revision,
					payload,
					entityIds: listShown(payload, reader.graph),
					request: keepRequest(request, reader.graph),
				});
			}
			return payload;
		},
	);

	api.signedIn(
		"GET /api/contexts/{id}",
		{
			summary: "A context that was kept, or that a turn saw, exactly",
			params: z.object({ id: z.string() }),
			answer: contextPayloadSchema,
		},
		({ session, params }) => session.manifests.get(params.id),
	);

	for (const path of ["/api/search", OTHER_ROUTES.search]) {
		api.signedIn(
			`POST ${path}`,
			{
				retry: "reads",
				summary: "Search entities of every kind",
				body: searchRequestSchema,
				answer: searchAnswerSchema,
			},
			({ session: { reader }, body: { project_id, ...request } }) => {
				const projectId = findProject(reader.graph, project_id);
				return searchEntities(reader, { ...request, projectId });
			},
		);
	}

	api.signedIn(
		"GET /api/suggest",
		{
			summary: "What a picker offers",
			query: z.strictObject({
				trigger: z.enum(["@", "[["]).default("@"),
				q: z.string().max(LONGEST_TYPED).default(""),
			}),
			answer: suggestionsSchema,
		},
		async ({ session, query }) => {
			const { graph } = session.reader;
			const suggestions = (await suggestEntities(session, query)).map(({ project_id, ...entity }) => ({
				...presentRow(entity),
				...(entity.folder !== undefined && { folder: entity.folder }),
				project_id,
				project_title: project_id === null ? null : (graph.node(project_id)?.title ?? null),
			}));
			return { suggestions };
		},
	);
}
