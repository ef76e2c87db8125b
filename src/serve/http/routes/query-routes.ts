import { z } from "zod";
import { queryAs } from "../../../chat/tools/query-as.ts";
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
		{
			method: "post",
			path: "/api/query",
			summary: "Ask in the query language",
			body: queryRequestSchema,
			retry: "reads",
			answer: queryAnswerSchema,
		},
		async ({ context, session: { reader }, body }) => context.json(await queryAs(reader, body)),
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/queries",
			summary: "The queries you keep, by name",
			answer: savedQueriesSchema,
		},
		async ({ context, session }) => context.json({ queries: await session.savedQueries.list() }),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/queries",
			summary: "Keep a query under a name",
			body: queryToSaveSchema,
			retry: "refused",
			answer: savedQuerySchema,
			status: 201,
		},
		async ({ context, session, body }) => {
			checkRuns(session, body.wql);
			return context.json(await session.savedQueries.save(body), 201);
		},
	);

	api.signedIn(
		{
			method: "patch",
			path: "/api/queries/{id}",
			summary: "Rename a query you keep, or change what it asks",
			params: queryParams,
			body: queryToSaveSchema.partial(),
			retry: "refused",
			answer: savedQuerySchema,
		},
		async ({ context, session, params: { id }, body }) => {
			checkRuns(session, body.wql);
			return context.json(await session.savedQueries.change(id, body));
		},
	);

	api.signedIn(
		{
			method: "delete",
			path: "/api/queries/{id}",
			summary: "Keep a query no longer",
			params: queryParams,
			retry: "refused",
			answer: removedQuerySchema,
		},
		async ({ context, session, params: { id } }) => {
			await session.savedQueries.remove(id);
			return context.json({ id, removed: true });
		},
	);
}
