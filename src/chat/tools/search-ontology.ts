import { z } from "zod";
import { o200k } from "../../context/budget/tokenizer.ts";
import { inOneLine } from "../../context/render/fence-text.ts";
import { MOST_HITS } from "../../contract/limits.ts";
import { searchRequestSchema } from "../../contract/search.ts";
import { type SearchResult, searchEntities } from "../../graph/search/search-entities.ts";
import { findProject } from "./find-entity.ts";
import { cursorInput, defineTool, maxTokens } from "./tool.ts";

const DEFAULT_LIMIT = 10;

function printResult(result: SearchResult, detail: "title" | "snippet"): string {
	const places = [result.folder, result.project_name].filter((place) => place !== undefined);
	const where = places.map((place) => ` in ${inOneLine(place)}`).join("");
	const snippet = detail === "snippet" ? `: ${inOneLine(result.snippet)}` : "";
	return `- [${result.type}] **${inOneLine(result.title)}** [${result.ref}]${where}${snippet}\n`;
}

/** Describes the part that is left out: its size, and how to get it. */
function describeRest(count: number, next: number, shown: number): string {
	if (count === 0) return "";
	const matches = `… ${count} more ${count === 1 ? "match" : "matches"}`;
	if (next >= MOST_HITS) return `${matches}: narrow them by other words, by project_id or by types\n`;
	if (shown === 0) return `${matches}: none fits, ask for more max_tokens\n`;
	return `${matches}: call search_ontology again with cursor ${next}\n`;
}

export const searchOntology = defineTool({
	name: "search_ontology",
	title: "Search the workspace",
	description: "Find entities of any kind by words; fetch details by id. Pass project_id if known.",
	tier: "R0",
	contextTypes: ["global", "project"],
	input: z.strictObject({
		...searchRequestSchema.pick({ query: true, project_id: true, types: true }).shape,
		limit: z.int().min(1).max(MOST_HITS).default(DEFAULT_LIMIT),
		cursor: cursorInput.optional(),
		detail: z.enum(["title", "snippet"]).default("snippet"),
		exact: z.boolean().optional(),
		max_tokens: maxTokens.optional(),
	}),
	async run(
		{ query, project_id, types, limit, cursor = 0, detail, exact, max_tokens = Infinity },
		{ reader },
	) {
		const projectId = findProject(reader.graph, project_id);
		const last = Math.min(cursor + limit, MOST_HITS);
		const answer = await searchEntities(reader, { query, projectId, types, limit: last, exact });
		const { corrected } = answer;
		const page = answer.results.slice(cursor);
		const print = (shown: number): string => {
			if (page.length === 0) return answer.message;
			const next = cursor + shown;
			const range = shown === 0 ? "None" : `${cursor + 1} to ${next}`;
			const spelt =
				corrected === undefined
					? ""
					: `Showing results for "${inOneLine(corrected.shown)}"; to search for "${inOneLine(corrected.original)}", pass exact: true.\n`;
			const heading = `${spelt}${range} of ${answer.total} matches, best first. For a full text call get_entity_details with the ref in brackets.\n`;
			const lines = page.slice(0, shown).map((result) => printResult(result, detail));
			return heading + lines.join("") + describeRest(answer.total - next, next, shown);
		};
		let shown = page.length;
		while (shown > 0 && o200k.count(print(shown)) > max_tokens) shown -= 1;
		const next = cursor + shown;
		return {
			text: print(shown),
			structured: {
				total: answer.total,
				results: page.slice(0, shown).map(({ ref, type, title, score }) => ({ ref, type, title, score })),
				...(corrected && { corrected }),
				next_cursor: shown > 0 && next < Math.min(answer.total, MOST_HITS) ? next : null,
			},
		};
	},
});
