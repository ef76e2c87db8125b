import type { ContextRequest, MessageRequest } from "../api.ts";

/** Something named in a question: by `@` it is expanded with what it refers to, by `[[` its text is pinned. */
export interface Mention {
	readonly id: string;
	readonly kind: string;
	readonly title: string;
	readonly via: "@" | "[[";
}

/** What the question is about: one entity, or the whole workspace when there is none. */
export interface FocusChoice {
	readonly id: string;
	readonly kind: string;
	readonly title: string;
}

export interface Draft {
	readonly text: string;
	readonly focus: FocusChoice | null;
	readonly mentions: readonly Mention[];
}

export const emptyDraft: Draft = { text: "", focus: null, mentions: [] };

/**
 * Whether a question may name things. The server refuses `mentionedEntityIds` and `mentionedNoteIds` until it collects
 * them: offered before that, every question with a name in it would fail.
 */
export const canMention: boolean = false;

/** The server reads five pinned notes at most; a sixth would be left out of the context. */
const pinLimit = 5;

export function toContextRequest(draft: Draft): ContextRequest {
	return {
		query: draft.text.trim(),
		type: "chat",
		...focusOf(draft),
		...named("mentions", idsVia(draft, "@")),
		...named("pins", idsVia(draft, "[[")),
	};
}

export function toMessageRequest(draft: Draft): MessageRequest {
	return {
		text: draft.text.trim(),
		...focusOf(draft),
		...named("mentionedEntityIds", idsVia(draft, "@")),
		...named("mentionedNoteIds", idsVia(draft, "[[")),
	};
}

function focusOf({ focus }: Draft) {
	return focus === null ? {} : { focus: { kind: focus.kind, id: focus.id } };
}

function named<Name extends string>(name: Name, ids: readonly string[]) {
	return ids.length === 0 ? {} : ({ [name]: ids } as { readonly [key in Name]: readonly string[] });
}

function idsVia(draft: Draft, via: Mention["via"]): readonly string[] {
	return draft.mentions.filter((mention) => mention.via === via).map((mention) => mention.id);
}

/** Adds a mention, once; says why when it may not be added. */
export function addMention(draft: Draft, mention: Mention): Draft | { readonly refused: string } {
	if (draft.mentions.some((present) => present.id === mention.id)) return draft;
	if (mention.via === "[[" && idsVia(draft, "[[").length >= pinLimit) {
		return { refused: `A question can pin ${pinLimit} notes. Remove one to add “${mention.title}”.` };
	}
	return { ...draft, mentions: [...draft.mentions, mention] };
}
