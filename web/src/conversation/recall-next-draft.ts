import type { StoredChat } from "../api/chat-calls.ts";
import type { Draft } from "./draft.ts";
import { recallDraft } from "./recall-draft.ts";

/**
 * Returns the draft for the next question of a stored chat: the focus of the last question, and the pins of the chat.
 */
export function recallNextDraft({
	messages,
	settings,
}: StoredChat): Pick<Draft, "focus" | "mentions" | "model"> {
	const asked = messages.filter(({ role }) => role === "user").map(recallDraft);
	const last = asked.at(-1);
	const kept = new Set([...(settings.mentions ?? []), ...(settings.pins ?? [])]);
	const named = new Map(asked.flatMap(({ mentions }) => mentions).map((mention) => [mention.id, mention]));
	return {
		focus: last?.focus ?? null,
		model: last?.model ?? null,
		mentions: [...named.values()]
			.filter(({ id }) => kept.has(id))
			.map((mention) => ({ ...mention, lifetime: "chat" })),
	};
}
