import { z } from "zod";
import { inOneLine } from "../../context/render/fence-text.ts";
import { renderTitle } from "../../context/render/render-entity.ts";
import { wql } from "../../contract/fields.ts";
import { LARGEST_TABLE, USUAL_PAGE } from "../../contract/limits.ts";
import type { queryRequestSchema } from "../../contract/search.ts";
import type { Reader } from "../../graph/graph.ts";
import { InvalidInputError, SkeinError } from "../../graph/model/errors.ts";
import type { QueryAnswer } from "../../graph/query/execute-query.ts";
import { queryGraph } from "../../graph/query-graph.ts";
import { placeAmongNamesakes } from "../../graph/search/view/place-among-namesakes.ts";
import { presentRow } from "../../present/present-entity.ts";
import { checkNames } from "./find-entity.ts";
import { fitPage } from "./fit-page.ts";
import { cursorInput, defineTool, maxTokens } from "./tool.ts";

const SERVER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Runs a query for a reader: what is theirs is `mine`, and days begin where the request says, or else their profile. */
export async function queryAs(
	reader: Reader,
	{ time_zone: named, ...question }: z.infer<typeof queryRequestSchema>,
): Promise<QueryAnswer> {
	const profile = await reader.profile();
	const timeZone = named ?? profile.time_zone ?? SERVER_TIME_ZONE;
	const asker = { accountId: reader.access.accountId, names: [profile.display_name] };
	const answer = queryGraph(reader.graph, { ...question, timeZone, asker, now: new Date() });
	const rows = answer.rows.map((row) => ({ ...row, ...placeAmongNamesakes(reader.graph, row) }));
	return { ...answer, rows };
}

const INVALID = "invalid_query";

/** The parser says what is wrong and where. A model does not see the query language's guide. */
function addHint(error: unknown): never {
	if (!(error instanceof SkeinError) || error.code !== INVALID) throw error;
	const hint =
		"Correct it, as in SELECT t FROM task WHERE t.state = 'blocked'; describe_workspace names kinds and fields.";
	throw new InvalidInputError(`${error.message} ${hint}`, error.details, INVALID);
}

const MOST_ROWS = 100_000;
const DEFAULT_BUDGET = 4_000;

export const runQuery = defineTool({
	name: "run_query",
	title: "Run a query",
	description:
		"Entities by their fields: SELECT t FROM task WHERE t.state = 'blocked' AND t.due_at < today ORDER BY t.due_at LIMIT 20",
	tier: "R0",
	input: z.strictObject({
		query: wql,
		this: z.string().optional().describe("Id, ref or exact title of what {this} stands for"),
		limit: z.int().min(1).max(LARGEST_TABLE).default(USUAL_PAGE),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ query, this: subject, limit, cursor = 0, max_tokens }, { reader }) {
		if (subject !== undefined) checkNames(reader.graph, [subject]);
		const until = Math.max(1, Math.min(cursor + limit, MOST_ROWS));
		const { total, rows } = await queryAs(reader, { wql: query, this: subject, limit: until }).catch(addHint);
		const from = Math.min(cursor, total);
		const { text, shown, next } = fitPage({
			...{ tool: "run_query", total, from, page: rows.slice(from), maxTokens: max_tokens },
			print: (found, rest) =>
				`${total} found by ${inOneLine(query)}\n${found.map((row) => renderTitle(row)).join("")}${rest}`,
		});
		return {
			text,
			structured: {
				total,
				rows: shown.map((row) => ({ ...presentRow(row), ...placeAmongNamesakes(reader.graph, row) })),
				next_cursor: shown.length > 0 ? next : null,
			},
		};
	},
});
