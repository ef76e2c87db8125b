import type { z } from "zod";
import type { queryRequestSchema } from "../../contract/search.ts";
import type { Reader } from "../../graph/graph.ts";
import type { QueryAnswer } from "../../graph/query/execute-query.ts";
import { queryGraph } from "../../graph/query-graph.ts";

const SERVER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Runs a query for a reader: what is theirs is `mine`, and days begin where the request says, or else their profile. */
export async function queryAs(
	reader: Reader,
	{ time_zone: named, ...question }: z.infer<typeof queryRequestSchema>,
): Promise<QueryAnswer> {
	const profile = await reader.profile();
	const timeZone = named ?? profile.time_zone ?? SERVER_TIME_ZONE;
	const asker = { accountId: reader.access.accountId, names: [profile.display_name] };
	return queryGraph(reader.graph, { ...question, timeZone, asker, now: new Date() });
}
