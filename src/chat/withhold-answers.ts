import type { Session } from "../graph/graph.ts";
import type { Message } from "../graph/store/chats.ts";

const WITHHELD = {
	code: "withheld",
	message: "This answer rests on something you may no longer read.",
};

/**
 * The messages of a chat as their reader may read them today: an answer quotes what it was given, so it goes with the
 * right to any of it and comes back with it. Questions are the reader's own words and stay.
 */
export async function withholdAnswers(
	session: Session,
	messages: readonly Message[],
): Promise<readonly Message[]> {
	const contexts = messages.flatMap(({ context_id }) => context_id ?? []);
	const forbidden = await session.manifests.forbidden(contexts);
	if (forbidden.size === 0) return messages;
	return messages.map((message) =>
		message.context_id !== null && forbidden.has(message.context_id)
			? { ...message, text: "", details: { error: WITHHELD, tainted: true } }
			: message,
	);
}
