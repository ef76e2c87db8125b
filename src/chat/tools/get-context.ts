import { z } from "zod";
import { buildContext } from "../../context/build-context.ts";
import { RECIPE_NAMES } from "../../context/model/recipe.ts";
import { REQUEST_TYPES } from "../../context/model/request.ts";
import { findProject } from "./find-project.ts";
import { defineTool, LONGEST_QUERY, maxTokens } from "./tool.ts";

const MOST_NAMES = 50;

const names = z.array(z.string()).max(MOST_NAMES);
/**
 * Told in words, checked as a shape: a shape of so many lists would take more of every prompt than the rest of the tool.
 * Moments are checked where they are used.
 */
const hints = z
	.looseObject({})
	.describe("prioritizeTypes: kinds; includeBlocks, excludeBlocks: ids; timeRange: {start, end}; maxDepth")
	.pipe(
		z
			.strictObject({
				prioritizeTypes: names,
				timeRange: z.strictObject({ start: z.string(), end: z.string() }).partial(),
				includeBlocks: names,
				excludeBlocks: names,
				maxDepth: z.int().min(0),
			})
			.partial(),
	);

export const getContext = defineTool({
	name: "get_context",
	title: "Context for a question",
	description:
		"What a question needs: what is in focus, linked to it or matching, within a token budget, each with its reason.",
	tier: "R0",
	contextTypes: ["global", "project", "ontology"],
	group: "context_read",
	input: z.strictObject({
		query: z.string().max(LONGEST_QUERY),
		focus: z.string().optional().describe("Id, ref, exact title or block id"),
		project_id: z.string().optional(),
		mentions: names.optional(),
		pins: names.optional().describe("Notes"),
		recipe: z.enum(RECIPE_NAMES as [string, ...string[]]).optional(),
		type: z.enum(REQUEST_TYPES).optional().describe("automate: with the schema"),
		hints: hints.optional(),
		max_tokens: maxTokens.optional().describe("Budget; 4000 by default"),
	}),
	async run({ focus, project_id, type = "chat", max_tokens, ...asked }, { reader }) {
		const payload = await buildContext({
			reader,
			request: {
				...asked,
				type,
				focus: focus === undefined ? undefined : { blockId: focus },
				projectId: findProject(reader.graph, project_id),
				budget: max_tokens === undefined ? undefined : { total: max_tokens },
				now: new Date().toISOString(),
			},
		});
		const items = payload.sections.flatMap((section) => section.items);
		return {
			text: payload.serialized,
			structured: {
				tokens: payload.metadata.totalTokens,
				items: items.map(({ ref, kind, title, form, tokens, because }) => ({
					ref,
					kind,
					title,
					form,
					tokens,
					reason: because.reason,
				})),
				omitted: payload.omitted.length,
			},
		};
	},
});
