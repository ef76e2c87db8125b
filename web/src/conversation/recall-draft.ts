import type { StoredMessage } from "../api/chat-calls.ts";
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
