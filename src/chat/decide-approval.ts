import type { z } from "zod";
import type { decisionSchema } from "../contract/chat.ts";
import type { Frozen } from "../contract/frozen.ts";
import type { Graph, Session } from "../graph/graph.ts";
import { ConflictError, SkeinError } from "../graph/model/errors.ts";
import type { Json, JsonObject } from "../graph/model/json.ts";
import type { Operation } from "../graph/model/operation.ts";
import { type Approval, type ProposedWrite, StaleProposal } from "../graph/store/chat/approvals.ts";
import type { Committed } from "../graph/store/write/writer.ts";
import { showApproval } from "./show-approval.ts";
import { hidesSomething } from "./show-hidden.ts";
import { resolveCall } from "./tools/all-tools.ts";
import { bindProposal } from "./tools/bind-proposal.ts";
import { listKindTools } from "./tools/generate-kind-tools.ts";
import { printValue } from "./tools/print-value.ts";
import { isWriteTool } from "./tools/tool.ts";

/** After `always`, reversible writes of the same tools need no further approval in this chat. */
export type Decision = Frozen<z.infer<typeof decisionSchema>>;

export interface Decided {
	readonly state: Approval["state"];
	readonly changeId: string | null;
	readonly entityIds: readonly string[];
}

const mayBecomeAlways = ({ chat_id, tainted, proposals }: Approval): boolean =>
	chat_id !== null && !tainted && proposals.every(({ tier }) => tier === "W1");

/**
 * Carries out what a person has confirmed, all of it as one change, or drops it. What is carried out is what was shown:
 * the stored operations, on entities and relations that are as they were when the difference was made.
 */
export async function decideApproval(
	graph: Graph,
	session: Session,
	id: string,
	decision: Decision,
): Promise<Decided> {
	const approval = await session.approvals.getPending(id);
	if (decision.decision === "deny") {
		await session.approvals.deny(id, decision.reason ?? "");
		return { state: "denied", changeId: null, entityIds: [] };
	}
	if (approval.proposals.length === 0) {
		const message = "This rests on something you may no longer read, so it cannot be confirmed. Refuse it.";
		throw new ConflictError(message, {}, "approval_withheld");
	}
	if (decision.decision === "always" && !mayBecomeAlways(approval)) {
		throw new SkeinError(
			"always_not_offered",
			"These writes have to be confirmed each time: they destroy or share something, or the answer read text by others.",
		);
	}
	const { change_id: changeId, entities } = await carryOut(graph, session, approval);
	if (decision.decision === "always" && approval.chat_id !== null) {
		const { settings } = await session.chats.get(approval.chat_id);
		const tools = approval.proposals.map(({ tool }) => tool);
		const always = [...new Set([...(settings.always ?? []), ...tools])];
		await session.chats.update(approval.chat_id, { settings: { always } });
	}
	return { state: "approved", changeId, entityIds: entities.map((entity) => entity.id) };
}

async function carryOut(graph: Graph, session: Session, approval: Approval): Promise<Committed> {
	const operations = approval.proposals.flatMap((proposal) => proposal.operations);
	const guard = session.approvals.guard(approval, { shownWhole: showsWhole(approval.proposals) });
	try {
		return await session.writer.commit(operations, writeOrigin(approval), { guard });
	} catch (error) {
		if (error instanceof StaleProposal) throw await renew(graph, session, approval);
		if (error instanceof SkeinError && error.code !== "already_decided") {
			await session.approvals.fail(approval.id, { code: error.code, message: error.message });
		}
		throw error;
	}
}

/** Plans the same calls on what is there now, for the person to see the new difference and decide again. */
async function renew(graph: Graph, { reader }: Session, stale: Approval): Promise<ConflictError> {
	const session = await graph.openSession(reader.access.principal);
	const planned = await Promise.all(stale.proposals.map((proposal) => planAgain(session, proposal)));
	const { chat_id, message_id, tainted } = stale;
	const proposals = planned.flatMap((proposal) => proposal ?? []);
	const approval = await session.approvals.replace(stale.id, { chat_id, message_id, tainted, proposals });
	const next = approval
		? "Look at the new difference and decide again."
		: "Nothing of it is left to do; ask again if something is.";
	return new ConflictError(
		`What this would change is no longer as it was shown, so nothing was done. ${next}`,
		{ approval: approval && showApproval(approval) },
		"proposal_stale",
	);
}

/** Nothing where the call cannot be made any more, or would change nothing. The version that it named has passed. */
async function planAgain(
	session: Session,
	{ call_id, tool: name, tier, input: { version: _, ...input } }: ProposedWrite,
): Promise<ProposedWrite | undefined> {
	const { graph } = session.reader;
	const tool = resolveCall(name, input, listKindTools(graph.kinds))?.tool;
	if (tool === undefined || !isWriteTool(tool)) return undefined;
	try {
		const proposal = await tool.propose(input, session);
		if (proposal.diff.length === 0) return undefined;
		return { call_id, tool: name, tier, input, ...bindProposal(proposal, graph) };
	} catch (error) {
		if (error instanceof SkeinError) return undefined;
		throw error;
	}
}

/** Returns the origin of a write for the log: the turn of a chat, or the call of an outside agent. */
function writeOrigin({ id, chat_id, message_id, proposals }: Approval): string {
	if (chat_id === null) return `${proposals.map(({ call_id }) => call_id).join(",")} approval:${id}`;
	const tools = new Set(proposals.map(({ tool }) => tool));
	return `chat:${chat_id} turn:${message_id} tool:${[...tools].join(",")} approval:${id}`;
}

/** More than this is scrolled past, not read. */
const MOST_READ = 4_000;

/** Keys that hold no words of their own: where something belongs, and what it is joined to. */
const WORDLESS: ReadonlySet<string> = new Set(["id", "kind", "project_id", "src_id", "dst_id", "rel"]);

type Shown = ProposedWrite["diff"];

const isShown = (value: Json | undefined, shown: Shown): boolean => {
	const text = printValue(value);
	return text === null || shown.some(({ after }) => after === text);
};

/** A property is words twice: what it is called, and what it holds. */
const isPropertyShown = ([name, value]: readonly [string, Json | undefined], shown: Shown): boolean =>
	isShown(value, shown) && shown.some(({ field }) => field === name || field === `props.${name}`);

function isRowShown({ props, ...columns }: JsonObject, shown: Shown): boolean {
	const worded = Object.entries(columns).filter(([key]) => !WORDLESS.has(key));
	return (
		worded.every(([, value]) => isShown(value, shown)) &&
		Object.entries((props ?? {}) as JsonObject).every((property) => isPropertyShown(property, shown))
	);
}

function readRow(operation: Operation): JsonObject | undefined {
	if (operation.op === "create") return operation.entity as unknown as JsonObject;
	if (operation.op === "update") return operation.patch as unknown as JsonObject;
	if (operation.op === "link") return operation.edge as unknown as JsonObject;
	return operation.op === "unlink" || operation.op === "delete" ? {} : undefined;
}

const isWhole = ({ operations, diff }: ProposedWrite): boolean =>
	operations.every((operation) => {
		const row = readRow(operation);
		return row !== undefined && isRowShown(row, diff);
	});

/**
 * Whether a person who saw the differences saw every word that would be stored. Only then may what they confirmed
 * count as theirs: an order that hides in a part nobody was shown must not be trusted because of a yes to the rest.
 */
export function showsWhole(proposals: readonly ProposedWrite[]): boolean {
	const words = proposals.flatMap(({ diff }) =>
		diff.flatMap(({ subject, field, after }) => [subject, field, after ?? ""]),
	);
	const length = words.reduce((sum, text) => sum + text.length, 0);
	return length <= MOST_READ && !words.some(hidesSomething) && proposals.every(isWhole);
}
