import type { StoredMessage } from "../api/chat-calls.ts";
import { type Draft, emptyDraft, type Mention } from "./draft.ts";

/** A stored question as it was asked: its words, its focus, what it named and pinned. */
export function recallDraft({ text, details: { asked } }: StoredMessage): Draft {
	if (asked === undefined) return { ...emptyDraft, text };
	const { focus, blockId, mentions, pins, model } = asked;
	const recall = (via: Mention["via"]) => (named: Pick<Mention, "id" | "kind" | "title">) =>
		({ ...named, via, lifetime: "message" }) as const;
	return {
		...emptyDraft,
		text,
		model: model ?? null,
		// Which paragraph it was is known, its words are not: they are read again when somebody needs them.
		focus: focus && {
			...focus,
			...(blockId !== undefined && { block: { id: blockId, text: "a paragraph" } }),
		},
		mentions: [...mentions.map(recall("@")), ...pins.map(recall("[["))],
	};
}
