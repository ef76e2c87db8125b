import type { ContextItem, ContextPayload } from "../api.ts";
import { type Draft, emptyDraft, type FocusChoice, type Mention } from "./draft.ts";

/** The question that a context was woven for, as far as the context tells: its focus, mentions and pins. */
export function recallDraft(text: string, context: ContextPayload): Draft {
	const focus = itemsOf(context, "focus").find(({ because }) => because.collector === "focus");
	return {
		...emptyDraft,
		text,
		focus: focus === undefined ? null : nameItem(focus),
		mentions: [
			...itemsOf(context, "entities")
				.filter(({ because }) => because.reason === "mentioned")
				.map((item) => mentionItem(item, "@")),
			...itemsOf(context, "pinned").map((item) => mentionItem(item, "[[")),
		],
	};
}

const itemsOf = ({ sections }: ContextPayload, type: string): readonly ContextItem[] =>
	sections.filter((section) => section.type === type).flatMap((section) => section.items);

const nameItem = ({ id, kind, title }: ContextItem): FocusChoice => ({ id, kind, title });

const mentionItem = (item: ContextItem, via: Mention["via"]): Mention => ({
	...nameItem(item),
	via,
	lifetime: "message",
});
