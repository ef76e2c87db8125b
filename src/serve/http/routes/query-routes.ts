import { z } from "zod";
import { queryAs } from "../../../chat/tools/run-query.ts";
import {
	queryAnswerSchema,
	queryRequestSchema,
	queryToSaveSchema,
	removedQuerySchema,
	savedQueriesSchema,
	savedQuerySchema,
} from "../../../contract/search.ts";
import type { Session } from "../../../graph/graph.ts";
import { queryGraph } from "../../../graph/query-graph.ts";
import type { Api } from "../exchange/api.ts";

const queryParams = z.object({ id: z.string() });

/** Refuses a query that cannot be parsed before it is saved, with the position of the error. */
function checkRuns({ reader }: Session, wql: string | undefined): void {
	if (wql === undefined) return;
	queryGraph(reader.graph, { wql, limit: 1, now: new Date(), timeZone: "UTC" });
}

/** The query language, and a person's saved queries; their own only. */
export function addQueryRoutes(api: Api): void {
	api.signedIn(
		"POST /api/query",
		{
			summary: "Ask in the query language",
			body: queryRequestSchema,
			retry: "reads",
			answer: queryAnswerSchema,
		},
		({ session: { reader }, body }) => queryAs(reader, body),
	);

	api.signedIn(
		"GET /api/queries",
		{ summary: "The queries you keep, by name", answer: savedQueriesSchema },
		async ({ session }) => ({ queries: await session.savedQueries.list() }),
	);

	api.signedIn(
		"POST /api/queries",
		{
			summary: "Keep a query under a name",
			body: queryToSaveSchema,
			retry: "refused",
			answer: savedQuerySchema,
			status: 201,
		},
		({ session, body }) => {
			checkRuns(session, body.wql);
			return session.savedQueries.save(body);
		},
	);

	api.signedIn(
		"PATCH /api/queries/{id}",
		{
			summary: "Rename a query you keep, or change what it asks",
			params: queryParams,
			body: queryToSaveSchema.partial(),
			retry: "refused",
			answer: savedQuerySchema,
		},
		({ session, params: { id }, body }) => {
			checkRuns(session, body.wql);
			return session.savedQueries.change(id, body);
		},
	);

	api.signedIn(
		"DELETE /api/queries/{id}",
		{ summary: "Keep a query no longer", params: queryParams, retry: "refused", answer: removedQuerySchema },
		async ({ session, params: { id } }) => {
			await session.savedQueries.remove(id);
			return { id, removed: true };
		},
	);
}
