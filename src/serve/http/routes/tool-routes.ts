import { z } from "zod";
import { callTool } from "../../../chat/call-tool.ts";
import { ALL_TOOLS } from "../../../chat/tools/all-tools.ts";
import { listKindTools } from "../../../chat/tools/generate-kind-tools.ts";
import { toolAnswerSchema, toolsSchema } from "../../../contract/chat.ts";
import type { Api } from "../exchange/api.ts";

/** The tools that models call, for programs with a model of their own. */
export function addToolRoutes(api: Api): void {
	api.signedIn(
		"GET /api/tools",
		{ summary: "The tools, as a model sees them", answer: toolsSchema },
		({ session: { reader } }) => ({
			tools: [...ALL_TOOLS, ...listKindTools(reader.graph.kinds)].map(
				({ name, title, description, tier, group, contextTypes, input }) => ({
					...{ name, title, description, tier, group },
					context_types: contextTypes,
					input_schema: z.toJSONSchema(input),
				}),
			),
		}),
	);

	api.signedIn(
		"POST /api/tools/{name}",
		{
			summary: "Call a tool; what destroys waits for a person, unless a person calls it themselves",
			params: z.object({ name: z.string() }),
			query: z.strictObject({
				door: z.enum(["tool", "mcp"]).default("tool").describe("mcp when an agent calls, not you yourself"),
			}),
			body: z.looseObject({}),
			answer: toolAnswerSchema,
		},
		({ session, params: { name }, query: { door }, body: input }) => callTool({ name, input, session, door }),
	);
}
