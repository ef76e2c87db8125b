import { z } from "zod";
import { buildContext } from "../../context/build-context.ts";
import { RECIPE_NAMES } from "../../context/model/recipe.ts";
import { REQUEST_TYPES } from "../../contract/choices.ts";
import {
	contextWishes,
	focusSchema,
	hintsSchema,
	namedSchema,
	readFocus,
} from "../../contract/context-request.ts";
import { presentName } from "../../present/present-entity.ts";
import { checkNames } from "./find-entity.ts";
import { showShort } from "./shorten-schema.ts";
import { toContextRequest } from "./to-context-request.ts";
import { defineTool, maxTokens } from "./tool.ts";

/** Described in words and checked as a shape: their many keys would take more of every prompt than the rest of the tool. */
const focus = showShort(focusSchema.optional(), {
	type: "string",
	description: "Id, ref, exact title or block id",
});
const hints = showShort(hintsSchema.optional(), {
	type: "object",
	description: "prioritizeTypes: kinds; includeBlocks, excludeBlocks: ids; timeRange: {start, end}; maxDepth",
});

export const getContext = defineTool({
	name: "get_context",
	title: "Context for a question",
	description:
		"What a question needs, within a budget: what is in focus, linked to it or matching, each with its reason.",
	tier: "R0",
	group: "context_read",
	input: z.strictObject({
		query: contextWishes.query,
		focus,
		project_id: z.string().optional(),
		mentions: namedSchema.optional(),
		pins: namedSchema.optional().describe("Notes"),
		recipe: z.enum(RECIPE_NAMES as [string, ...string[]]).optional(),
		type: z.enum(REQUEST_TYPES).optional().describe("automate: with the schema"),
		hints,
		max_tokens: maxTokens.optional().describe("Budget; 4000 by default"),
	}),
	async run({ max_tokens: total, ...asked }, { reader }) {
		const budget = total === undefined ? undefined : { total };
		const { focus: subject, mentions = [], pins = [] } = asked;
		const { id, blockId, pageId, databaseId } = readFocus(subject) ?? {};
		const named = [id, blockId, pageId, databaseId].flatMap((name) => name ?? []);
		checkNames(reader.graph, [...named, ...mentions, ...pins]);
		const request = { ...toContextRequest(reader, { ...asked, budget }), printsReasons: true };
		const payload = await buildContext({ reader, request });
		const items = payload.sections.flatMap((section) => section.items);
		return {
			text: payload.serialized,
			structured: {
				tokens: payload.metadata.totalTokens,
				items: items.map(({ form, tokens, because, ...item }) => ({
					...presentName(item),
					...{ form, tokens, reason: because.reason },
				})),
				omitted: payload.omitted.length,
			},
		};
	},
});
