import type { Message } from "../graph/store/chat/chats.ts";

type Linked = Pick<Message, "id" | "parent_id">;

/** The messages from the first to `head`, oldest first: one way through a conversation that may have branched. */
export function listBranch<Item extends Linked>(
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
