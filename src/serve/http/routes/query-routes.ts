import { z } from "@hono/zod-openapi";
import { queryGraph } from "../../../graph/query-graph.ts";
import type { Api } from "../api.ts";
import { queryAnswerSchema } from "../schemas/search-schemas.ts";

const querySchema = z.strictObject({
	wql: z.string().max(20_000),
	this: z.string().max(1_000).optional(),
	limit: z.int().min(1).max(1_000).optional(),
	/** Whose midnight `today` begins at; the server's own otherwise. */
	time_zone: z.string().max(100).optional(),
});

/** The query language. */
export function addQueryRoutes(api: Api): void {
	api.signedIn(
		{
			method: "post",
			path: "/api/query",
			summary: "Ask in the query language",
			body: querySchema,
			retry: "reads",
			answer: queryAnswerSchema,
		},
		({ context, session, body }) => {
			const { time_zone: timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone, ...question } = body;
			return context.json(queryGraph(session.reader.graph, { ...question, timeZone, now: new Date() }));
		},
	);
}
