import { EntityNotFoundError } from "../graph/model/errors.ts";
import type { Message, WholeChat } from "../graph/store/chat/chats.ts";

/** The messages from the first to `head`, oldest first: one way through a conversation that may have branched. */
export function listBranch<Item extends Pick<Message, "id" | "parent_id">>(
	messages: readonly Item[],
	head: string | null,
): readonly Item[] {
	const byId = new Map(messages.map((message) => [message.id, message]));
	const branch: Item[] = [];
	for (let next = head === null ? undefined : byId.get(head); next !== undefined; ) {
		branch.push(next);
		byId.delete(next.id);
		next = next.parent_id === null ? undefined : byId.get(next.parent_id);
	}
	return branch.reverse();
}

export function findParent(messages: readonly Message[], parentId: string | null | undefined): string | null {
	if (parentId === undefined) return messages.at(-1)?.id ?? null;
	if (parentId !== null && !messages.some(({ id }) => id === parentId))
		throw new EntityNotFoundError("message");
	return parentId;
}

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
