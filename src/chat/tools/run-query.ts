import { z } from "zod";
import { inOneLine } from "../../context/render/fence-text.ts";
import { renderTitle } from "../../context/render/render-entity.ts";
import type { QueryRow } from "../../graph/query/query-rows.ts";
import { queryGraph } from "../../graph/query-graph.ts";
import { countThatFit } from "./count-that-fit.ts";
import { cursorInput, defineTool, maxTokens } from "./tool.ts";

const LARGEST_PAGE = 200;
const MOST_ROWS = 100_000;
const DEFAULT_ROWS = 50;
const DEFAULT_BUDGET = 4_000;

export const runQuery = defineTool({
	name: "run_query",
	title: "Run a query",
	description:
		"List entities by their fields: SELECT t FROM task WHERE t.state = 'blocked' AND t.due_at < today ORDER BY t.due_at LIMIT 20. {this} stands for `this`.",
	tier: "R0",
	contextTypes: ["global", "project", "ontology"],
	group: "ontology_read",
	input: z.strictObject({
		wql: z.string().max(20_000),
		this: z.string().optional().describe("Id, ref or exact title of what {this} stands for"),
		limit: z.int().min(1).max(LARGEST_PAGE).default(DEFAULT_ROWS),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ wql, this: subject, limit, cursor = 0, max_tokens }, { reader }) {
		const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
		const until = Math.min(cursor + limit, MOST_ROWS);
		const question = { wql, this: subject, limit: Math.max(1, until), timeZone, now: new Date() };
		const { total, rows } = queryGraph(reader.graph, question);
		const from = Math.min(cursor, total);
		const page = rows.slice(from);
		const print = (shown: number): string => {
			const left = total - from - shown;
			const more = left > 0 ? `… ${left} more: call run_query again with cursor ${from + shown}\n` : "";
			const lines = page.slice(0, shown).map((row: QueryRow) => renderTitle(row));
			return `${total} found by ${inOneLine(wql)}\n${lines.join("")}${more}`;
		};
		const shown = countThatFit({ most: page.length, maxTokens: max_tokens, print });
		const to = from + shown;
		return {
			text: print(shown),
			structured: {
				total,
				rows: page
					.slice(0, shown)
					.map(({ id, ref, kind, title, state_key }) => ({ id, ref, kind, title, state_key })),
				next_cursor: shown > 0 && to < total ? to : null,
			},
		};
	},
});
