import type { Message, WholeChat } from "../graph/store/chat/chats.ts";

const WITHHELD = {
	code: "withheld",
	message: "This answer rests on something you may no longer read.",
};

/**
 * The messages of a chat as their reader may read them today: an answer quotes what it was given, so it goes with the
 * right to any of it and comes back with it. Questions are the reader's own words and stay.
 */
export function withholdAnswers({ messages, withheld }: WholeChat): readonly Message[] {
	if (withheld.size === 0) return messages;
	return messages.map((message) =>
		withheld.has(message.id)
			? { ...message, text: "", details: { error: WITHHELD, tainted: true } }
			: message,
	);
}
