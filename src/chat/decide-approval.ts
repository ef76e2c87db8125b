import type { Graph, Session } from "../graph/graph.ts";
import { SkeinError } from "../graph/model/errors.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { Approval } from "../graph/store/approvals.ts";
import type { Committed } from "../graph/store/writer.ts";
import { showsWhole } from "./shows-whole.ts";

export type Decision =
	| { readonly decision: "once" }
	/** Reversible writes of these tools need not be asked for again in this chat. */
	| { readonly decision: "always" }
	| { readonly decision: "deny"; readonly reason?: string | undefined };

export interface Decided {
	readonly state: Approval["state"];
	readonly changeId: string | null;
	readonly entityIds: readonly string[];
}

const mayBecomeAlways = ({ chat_id, tainted, proposals }: Approval): boolean =>
	chat_id !== null && !tainted && proposals.every(({ tier }) => tier === "W1");

/**
 * Carries out what a person has confirmed, all of it as one change, or drops it. What is carried out is what was shown:
 * the stored operations with the versions they were planned on, so that a row that has moved on meanwhile refuses.
 */
export async function decideApproval(
	graph: Graph,
	session: Session,
	id: string,
	decision: Decision,
): Promise<Decided> {
	const approval = await session.approvals.getPending(id);
	if (decision.decision === "deny") {
		await session.approvals.close(id, "denied", { reason: decision.reason ?? "" });
		return { state: "denied", changeId: null, entityIds: [] };
	}
	if (decision.decision === "always" && !mayBecomeAlways(approval)) {
		throw new SkeinError(
			"always_not_offered",
			"These writes have to be confirmed each time: they destroy or share something, or the answer read text by others.",
		);
	}
	const committed = await carryOut(graph, session, approval);
	const { change_id: changeId, entities } = committed;
	const entityIds = entities.map((entity) => entity.id);
	const shownWhole = showsWhole(approval.proposals);
	await session.approvals.close(id, "approved", { changeId, entityIds, shownWhole } as JsonObject);
	if (decision.decision === "always" && approval.chat_id !== null) {
		const { settings } = await session.chats.get(approval.chat_id);
		const tools = approval.proposals.map(({ tool }) => tool);
		const always = [...new Set([...(settings.always ?? []), ...tools])];
		await session.chats.update(approval.chat_id, { settings: { always } });
	}
	return { state: "approved", changeId, entityIds };
}

/** Under a key of its own: confirming twice, or again after a crash, writes once. */
async function carryOut(
	graph: Graph,
	session: Session,
	approval: Approval & { readonly hash: Uint8Array },
): Promise<Committed> {
	const { principal, workspaceId, accountId } = session.reader.access;
	const key = `approval/${approval.id}`;
	const once = await graph.as(principal, { workspaceId, actor: accountId, key, requestHash: approval.hash });
	const operations = approval.proposals.flatMap((proposal) => proposal.operations);
	try {
		return await once.writer.commit(operations, nameDoor(approval));
	} catch (error) {
		if (error instanceof SkeinError) {
			await session.approvals.close(approval.id, "failed", { code: error.code, message: error.message });
		}
		throw error;
	}
}

/** Where it was asked for, as the log tells it: the turn of a chat, or the call of an agent outside. */
function nameDoor({ id, chat_id, message_id, proposals }: Approval): string {
	const asked =
		chat_id === null
			? proposals.map(({ call_id }) => call_id)
			: [
					`chat:${chat_id} turn:${message_id} tool:${[...new Set(proposals.map(({ tool }) => tool))].join(",")}`,
				];
	return `${asked.join(",")} approval:${id}`;
}
