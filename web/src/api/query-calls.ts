import type { Answer } from "../../../src/contract/frozen.ts";
import type { savedQueriesSchema, savedQuerySchema } from "../../../src/contract/search.ts";
import { type CallOptions, getJson, write } from "./api.ts";

/** Calls about a person's saved queries. */

export type SavedQuery = Answer<typeof savedQuerySchema>;

export const listQueries = (options?: CallOptions): Promise<Answer<typeof savedQueriesSchema>> =>
	getJson("/api/queries", options);

export async function saveQuery(query: Pick<SavedQuery, "name" | "wql">): Promise<SavedQuery> {
	const { answer } = await write<SavedQuery>("POST", "/api/queries", query);
	return answer;
}

export const removeQuery = (id: string): Promise<unknown> =>
	write("DELETE", `/api/queries/${encodeURIComponent(id)}`);
