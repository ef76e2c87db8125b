import { randomBytes } from "node:crypto";
import {
	acceptedContent,
	type CallToolResult,
	type ClientCapabilities,
	createRequestStateCodec,
	type InputRequiredResult,
	inputRequired,
	inputResponse,
	type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { PendingWrite } from "../../chat/call-tool.ts";
import type { ShownApproval } from "../../chat/show-approval.ts";
import { SkeinError } from "../../graph/model/errors.ts";
import type { McpBackend } from "./mcp-backend.ts";

/** The write to confirm, sealed: on its way through the client it must not become a question about something else. */
type Asked = Pick<PendingWrite, "id" | "summary">;

const KEY_BYTES = 32;
const CONFIRM = "confirm";
const agreementSchema = z.object({ [CONFIRM]: z.boolean() });

/** For this process alone: a question does not outlive the process that asked it. */
export const askedStates = createRequestStateCodec<Asked>({ key: randomBytes(KEY_BYTES) });

/** Whether the client can show a form to a person. A bare declaration means forms. */
export const canAsk = (capabilities: ClientCapabilities | undefined): boolean => {
	const { elicitation } = capabilities ?? {};
	return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
};

function printQuestion({ summary, diff }: PendingWrite): string {
	const lines = diff.map(
		({ subject, field, before, after }) => `${subject}: ${field}: ${before ?? "–"} → ${after ?? "–"}`,
	);
	return [`An agent asks to ${summary}.`, ...lines].join("\n");
}

/** Asks the person at the client; the answer comes back with the same call. */
export async function askPerson(approval: PendingWrite): Promise<InputRequiredResult> {
	const { id, summary } = approval;
	return inputRequired({
		inputRequests: {
			[CONFIRM]: inputRequired.elicit({
				message: printQuestion(approval),
				requestedSchema: {
					type: "object",
					properties: { [CONFIRM]: { type: "boolean", title: "Yes, do it", default: false } },
					required: [CONFIRM],
				},
			}),
		},
		requestState: await askedStates.mint({ id, summary }),
	});
}

/** Returns the person's decision, when this call is one that comes back with it. */
export async function readDecision(
	context: ServerContext,
	decide: NonNullable<McpBackend["decide"]>,
): Promise<CallToolResult | InputRequiredResult | undefined> {
	const asked = context.mcpReq.requestState<Asked>();
	if (asked === undefined) return undefined;
	const { inputResponses } = context.mcpReq;
	const response = inputResponse(inputResponses, CONFIRM);
	if (response.kind !== "elicit") return undefined;
	const { id, summary } = asked;
	if (response.action === "cancel") {
		const text = `Not done yet: nobody answered whether to ${summary}. It waits: skein approvals confirm ${id}`;
		return answer(text, { state: "pending", approval_id: id });
	}
	if (acceptedContent(inputResponses, CONFIRM, agreementSchema)?.[CONFIRM] !== true) {
		await decide(id, "deny");
		return answer(`Not done: the person did not agree to ${summary}.`, { state: "denied" });
	}
	try {
		const { state, changeId } = await decide(id, "once");
		return answer(`Done, confirmed by the person: ${summary}.`, { state, change_id: changeId });
	} catch (error) {
		const renewed = readRenewed(error);
		if (renewed === undefined) throw error;
		return askPerson(renewed);
	}
}

/** Returns the write to confirm instead, when the entity has changed since the first one was shown. */
function readRenewed(error: unknown): PendingWrite | undefined {
	if (!(error instanceof SkeinError) || error.code !== "proposal_stale") return undefined;
	const approval = error.details.approval as ShownApproval | null;
	if (approval === null) return undefined;
	const { id, expires_at, proposals } = approval;
	const summary = proposals.map((proposal) => proposal.summary).join("; ");
	return { id, expires_at, summary, diff: proposals.flatMap(({ diff }) => diff) };
}

const answer = (text: string, structured: Record<string, unknown>): CallToolResult => ({
	content: [{ type: "text", text: `${text}\n` }],
	structuredContent: structured,
});
