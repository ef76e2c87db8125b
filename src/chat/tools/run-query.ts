import { z } from "zod";
import { o200k } from "../../context/budget/tokenizer.ts";
import { inOneLine } from "../../context/render/fence-text.ts";
import { renderTitle } from "../../context/render/render-entity.ts";
import type { QueryRow } from "../../graph/query/query-rows.ts";
import { queryGraph } from "../../graph/query-graph.ts";
import { defineTool, maxTokens } from "./tool.ts";

const MOST_ROWS = 200;
const DEFAULT_ROWS = 50;
const DEFAULT_TOKENS = 4_000;

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
		limit: z.int().min(1).max(MOST_ROWS).default(DEFAULT_ROWS),
		max_tokens: maxTokens.optional(),
	}),
	async run({ wql, this: subject, limit, max_tokens = DEFAULT_TOKENS }, { reader }) {
		const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
		const answer = queryGraph(reader.graph, { wql, this: subject, limit, timeZone, now: new Date() });
		const print = (rows: readonly QueryRow[]): string => {
			const rest = answer.total - rows.length;
			const more = rest > 0 ? `… ${rest} more: narrow the query or raise limit and max_tokens\n` : "";
			return `${answer.total} found by ${inOneLine(wql)}\n${rows.map((row) => renderTitle(row)).join("")}${more}`;
		};
		let { rows } = answer;
		while (rows.length > 0 && o200k.count(print(rows)) > max_tokens) {
			rows = rows.slice(0, Math.floor(rows.length * 0.8));
		}
		return {
			text: print(rows),
			structured: {
				total: answer.total,
				rows: rows.map(({ id, ref, kind, title, state_key }) => ({ id, ref, kind, title, state_key })),
			},
		};
	},
});
