import type { StoredChat, StoredMessage } from "../api/chat-calls.ts";
import { type Draft, emptyDraft, type Mention } from "./draft.ts";

/** Returns a stored question as a draft: its words, its focus, its mentions and pins. */
export function recallDraft({ text, details: { asked } }: StoredMessage): Draft {
	if (asked === undefined) return { ...emptyDraft, text };
	const { focus, blockId, mentions, pins, model } = asked;
	const recall = (via: Mention["via"]) => (named: Pick<Mention, "id" | "kind" | "title">) =>
		({ ...named, via, lifetime: "message" }) as const;
	return {
		...emptyDraft,
		text,
		model: model ?? null,
		// The paragraph's id is stored, its words are not: they are read again when needed.
		focus: focus && {
			...focus,
			...(blockId !== undefined && { block: { id: blockId, text: "a paragraph" } }),
		},
		mentions: [...mentions.map(recall("@")), ...pins.map(recall("[["))],
	};
}

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
