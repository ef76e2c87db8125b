import { z } from "zod";
import { decideApproval } from "../../../chat/decide-approval.ts";
import { showApproval } from "../../../chat/show-approval.ts";
import { approvalSchema, decisionSchema } from "../../../contract/chat.ts";
import type { Api, ApiScope } from "../exchange/api.ts";

/** Decisions of a person on proposed writes. */
export function addApprovalRoutes(api: Api, { graph }: ApiScope): void {
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
}
