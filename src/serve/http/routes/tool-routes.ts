import { z } from "zod";
import { callTool } from "../../../chat/call-tool.ts";
import { decideApproval } from "../../../chat/decide-approval.ts";
import { showApproval } from "../../../chat/show-approval.ts";
import { ALL_TOOLS } from "../../../chat/tools/all-tools.ts";
import { listKindTools } from "../../../chat/tools/generate-kind-tools.ts";
import { approvalSchema, decisionSchema, toolAnswerSchema, toolsSchema } from "../../../contract/chat.ts";
import type { Api, ApiScope } from "../exchange/api.ts";

/** Decisions of a person on proposed writes; and the tools that models call, for programs with a model of their own. */
export function addToolRoutes(api: Api, { graph }: ApiScope): void {
	api.signedIn(
		"GET /api/approvals",
		{
			summary: "What waits for your decision; only signed in, never by token",
			answer: z.object({ approvals: z.array(approvalSchema) }),
		},
		async ({ session }) => ({ approvals: (await session.approvals.pending()).map(showApproval) }),
	);

	api.signedIn(
		"POST /api/approvals/{id}",
		{
			summary: "Confirm or refuse proposed writes; only signed in, never by token",
			params: z.object({ id: z.string() }),
			body: decisionSchema,
			retry: "refused",
			answer: z.object({
				state: z.enum(["pending", "approved", "denied", "failed"]),
				changeId: z.string().nullable(),
				entityIds: z.array(z.string()),
			}),
		},
		({ session, params, body }) => decideApproval(graph, session, params.id, body),
	);

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
