import { z } from "@hono/zod-openapi";
import { findProject } from "../../../chat/tools/find-project.ts";
import type { EntityFilter } from "../../../graph/store/rows.ts";
import { entityPageSchema, entitySchema, kindsSchema } from "../answer-schemas.ts";
import type { Api } from "../api.ts";

const filterSchema = z.strictObject({
	kind: z.string().optional(),
	project_id: z.string().optional(),
	state_key: z.string().optional(),
	q: z.string().max(500).optional(),
	limit: z.coerce.number().int().min(1).max(200).optional(),
	cursor: z.string().max(500).optional(),
});

/** The entities themselves, and the kinds they are of. */
export function addEntityRoutes(api: Api): void {
	api.signedIn(
		{
			method: "get",
			path: "/api/entities",
			summary: "Entities, newest change first",
			query: filterSchema,
			answer: entityPageSchema,
		},
		async ({ context, session, query }) => {
			const { rows, graph } = session.reader;
			const projectId = findProject(graph, query.project_id);
			const filter = { ...query, ...(projectId !== undefined && { project_id: projectId }) };
			return context.json(await rows.list(filter as EntityFilter));
		},
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/entities/{id}",
			summary: "One entity",
			params: z.object({ id: z.string() }),
			answer: entitySchema,
		},
		async ({ context, session, params }) => context.json(await session.reader.rows.get(params.id)),
	);

	api.signedIn(
		{ method: "get", path: "/api/kinds", summary: "The kinds of the workspace", answer: kindsSchema },
		({ context, session }) => {
			const { kinds } = session.reader.graph;
			return context.json({
				kinds: kinds.all.map(({ kind, label, plural, icon, hue, states, fields }) => ({
					kind,
					label,
					plural,
					icon,
					hue,
					states,
					fields,
					built_in: !kinds.isOwn(kind),
				})),
			});
		},
	);
}
