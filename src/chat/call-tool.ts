import type { toolAnswerSchema } from "../contract/chat.ts";
import type { Answer } from "../contract/frozen.ts";
import type { Session } from "../graph/graph.ts";
import { EntityNotFoundError, ForbiddenError } from "../graph/model/errors.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { Approval } from "../graph/store/chat/approvals.ts";
import { showProposal } from "./show-approval.ts";
import { resolveCall } from "./tools/all-tools.ts";
import { bindProposal } from "./tools/bind-proposal.ts";
import { listKindTools } from "./tools/generate-kind-tools.ts";
import { isWriteTool, type Proposal, type ToolResult, tierOf, type WriteTool } from "./tools/tool.ts";

/** The entry point of a call: a program acting for a person, or somebody's agent. */
export type CallOrigin = "tool" | "mcp";

export type PendingWrite = NonNullable<Answer<typeof toolAnswerSchema>["approval"]>;

export interface ToolAnswer extends ToolResult {
	readonly approval?: PendingWrite | undefined;
}

/** A person who calls a tool has decided; an agent has not, nor has a program that holds a token. */
const mustConfirm = (door: CallOrigin, { reader }: Session): boolean =>
	door === "mcp" || reader.access.principal.grant !== undefined;

/** Runs a tool for the session's owner, or stores the write that a person has to confirm first. */
export async function callTool(call: {
	readonly name: string;
	readonly input: unknown;
	readonly session: Session;
	readonly door: CallOrigin;
}): Promise<ToolAnswer> {
	const { session, door } = call;
	const resolved = resolveCall(call.name, call.input, listKindTools(session.reader.graph.kinds));
	if (resolved === undefined) throw new EntityNotFoundError("tool");
	const { tool, input } = resolved;
	if (!isWriteTool(tool)) return tool.call(input, session);
	const mayWait = mustConfirm(door, session) && (tool.tier === "W2" || tool.isBatch === true);
	if (mayWait && !session.reader.access.mayWrite) {
		throw new ForbiddenError("This token may only read. Make one that may write: skein token create --write");
	}
	const proposal = await tool.propose(input, session);
	if (mayWait && tierOf(tool, proposal) === "W2")
		return holdForPerson({ tool, input, proposal, session, door });
	const committed = await session.writer.commit(proposal.operations, `${door}:${tool.name}`);
	return tool.describe(committed, proposal);
}

/** Stores a write for a person to confirm. One that the caller may not make must not be shown to a person. */
async function holdForPerson(write: {
	readonly tool: WriteTool;
	readonly input: unknown;
	readonly proposal: Proposal;
	readonly session: Session;
	readonly door: CallOrigin;
}): Promise<ToolAnswer> {
	const { tool, input, proposal, session, door } = write;
	await session.writer.check(proposal.operations);
	const call = {
		call_id: `${door}:${tool.name}`,
		tool: tool.name,
		tier: tierOf(tool, proposal),
		input: input as JsonObject,
	};
	const { id, expires_at } = await session.approvals.create({
		...{ chat_id: null, message_id: null, tainted: true },
		proposals: [{ ...call, ...bindProposal(proposal, session.reader.graph) }],
	});
	const approval = { id, ...showProposal(proposal), expires_at };
	return { ...describePending(approval), approval };
}

/** For a client that cannot ask: what waits, and where a person says yes. */
function describePending({ id, summary, expires_at }: PendingWrite): ToolResult {
	return {
		text: `Not done yet: ${summary}. A person has to confirm it, signed in: skein approvals confirm ${id} (or POST /api/approvals/${id}), before ${expires_at}. Do not say that it is done.\n`,
		structured: { approval_id: id, state: "pending" satisfies Approval["state"], summary, expires_at },
	};
}
