import { queryAnswerSchema, queryRequestSchema } from "../../../contract/search.ts";
import { queryGraph } from "../../../graph/query-graph.ts";
import type { Api } from "../api.ts";

const SERVER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The query language. */
export function addQueryRoutes(api: Api): void {
	api.signedIn(
		{
			method: "post",
			path: "/api/query",
			summary: "Ask in the query language",
			body: queryRequestSchema,
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
