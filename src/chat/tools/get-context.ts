import { z } from "zod";
import { buildContext } from "../../context/build-context.ts";
import { RECIPE_NAMES } from "../../context/model/recipe.ts";
import { findProject } from "./find-project.ts";
import { defineTool, LONGEST_QUERY, maxTokens } from "./tool.ts";

export const getContext = defineTool({
	name: "get_context",
	title: "Context for a question",
	description:
		"The context a question needs: what is in focus, what it is linked to and what matches, within a token budget, each with the reason it is there.",
	tier: "R0",
	contextTypes: ["global", "project", "ontology"],
	group: "context_read",
	input: z.strictObject({
		query: z.string().max(LONGEST_QUERY).describe("The question, in plain words"),
		focus: z.string().optional().describe("Id, ref or exact title of what the question is about"),
		project_id: z
			.string()
			.optional()
			.describe("Look for matches in this project only: id, ref or exact title"),
		recipe: z.enum(RECIPE_NAMES as [string, ...string[]]).optional(),
		max_tokens: maxTokens.optional().describe("Budget; 4000 by default"),
	}),
	async run({ query, focus, project_id, recipe, max_tokens }, { reader }) {
		const payload = await buildContext({
			reader,
			request: {
				query,
				type: "chat",
				focus: focus === undefined ? undefined : { id: focus },
				projectId: findProject(reader.graph, project_id),
				recipe,
				budget: max_tokens === undefined ? undefined : { total: max_tokens },
				now: new Date().toISOString(),
			},
		});
		const items = payload.sections.flatMap((section) => section.items);
		return {
			text: payload.serialized,
			structured: {
				revision: payload.revision,
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
