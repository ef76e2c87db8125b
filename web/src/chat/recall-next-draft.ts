import { getEntity } from "../api/entity-calls.ts";
import { readContext, type StoredChat } from "./chat-calls.ts";
import type { Draft, Mention } from "./draft.ts";
import { recallDraft } from "./recall-draft.ts";

/** What the next question of a stored chat begins with: the focus of the last one, and what the chat keeps. */
export async function recallNextDraft(chat: StoredChat): Promise<Pick<Draft, "focus" | "mentions">> {
	const contextId = chat.messages.findLast(({ context_id }) => context_id !== null)?.context_id;
	const { mentions = [], pins = [] } = chat.settings;
	const [context, ...kept] = await Promise.all([
		// What may no longer be read is not taken up; the rest of the draft is.
		contextId == null ? null : readContext(contextId).catch(() => null),
		...mentions.map((id) => recallMention(id, "@")),
		...pins.map((id) => recallMention(id, "[[")),
	]);
	return {
		focus: context === null ? null : recallDraft("", context).focus,
		mentions: kept.filter((mention) => mention !== null),
	};
}

async function recallMention(reference: string, via: Mention["via"]): Promise<Mention | null> {
	const entity = await getEntity(reference).catch(() => null);
	if (entity === null) return null;
	const { id, kind, title } = entity;
	return { id, kind, title, via, lifetime: "chat" };
}
