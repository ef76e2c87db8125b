import type { ContextPayload } from "../context/model/payload.ts";
import type { Session } from "../graph/graph.ts";
import { EntityNotFoundError } from "../graph/model/errors.ts";
import type { Message } from "../graph/store/chat/chats.ts";
import { showApproval } from "./show-approval.ts";
import type { KeptCall } from "./store-answer.ts";
import { type TurnEnd, type TurnEvent, type TurnIds, UNKNOWN_END } from "./turn-event.ts";

/** What a turn that is over told, made again from what is stored of it. */
export async function* replayAnswer(
	{ manifests, approvals }: Session,
	ids: TurnIds,
	answer: Message,
): AsyncGenerator<TurnEvent> {
	const { tools = [], approvalId, leftOut, ...end } = answer.details;
	yield { type: "start", ...ids };
	const payload = await findContext(manifests, answer.context_id);
	if (payload !== undefined) yield { type: "context", payload };
	if (typeof leftOut === "number") yield { type: "compaction", leftOut };
	for (const { id, tool, input, state, text } of tools as unknown as readonly KeptCall[]) {
		const call = { id, name: tool, input };
		yield { type: "tool-call", call };
		if (state !== "running")
			yield { type: "tool-outcome", call, state, text, structured: {}, cited: [], shown: [] };
	}
	const kept = { ...UNKNOWN_END, ...(end as unknown as Partial<typeof UNKNOWN_END>) };
	for (const citation of kept.citations) yield { type: "citation", citation };
	if (answer.text !== "") yield { type: "text", text: answer.text };
	const approval = (await approvals.ofChat(ids.chatId)).find(({ id }) => id === approvalId);
	if (approval !== undefined) yield { type: "approval", approval: showApproval(approval) };
	yield { ...kept, type: "end", state: answer.state as TurnEnd["state"] };
}

/** Gone, together with the right to something in it. */
async function findContext(
	manifests: Session["manifests"],
	id: string | null,
): Promise<ContextPayload | undefined> {
	try {
		return id === null ? undefined : ((await manifests.get(id)) as ContextPayload);
	} catch (error) {
		if (error instanceof EntityNotFoundError) return undefined;
		throw error;
	}
}
