import { z } from "@hono/zod-openapi";
import { queryGraph } from "../../../graph/query-graph.ts";
import type { Api } from "../api.ts";
import { queryAnswerSchema } from "../schemas/search-schemas.ts";

const querySchema = z.strictObject({
	wql: z.string().max(20_000),
	this: z.string().max(1_000).optional(),
	limit: z.int().min(1).max(1_000).optional(),
	time_zone: z
		.string()
		.max(100)
		.optional()
		.describe("Where `today` begins; that of your profile otherwise, or the server's own"),
});

const SERVER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

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
		async ({ context, session: { reader }, body: { time_zone: named, ...question } }) => {
			const profile = await reader.profile();
			const timeZone = named ?? profile.time_zone ?? SERVER_TIME_ZONE;
			const asker = { accountId: reader.access.accountId, names: [profile.display_name] };
			return context.json(queryGraph(reader.graph, { ...question, timeZone, asker, now: new Date() }));
		},
	);
}
