import type {
	AttachedFile,
	AttachedImage,
	Lifetime,
	QuestionRequest,
} from "../../../src/client/chat-calls.ts";
import type { ContextRequest } from "../../../src/client/context-calls.ts";

/**
 * An entity mentioned in a question: with `@` the context also includes its references, with `[[` its text is pinned.
 */
export interface Mention {
	readonly id: string;
	readonly kind: string;
	readonly title: string;
	readonly via: "@" | "[[";
	/** For this message, or until it is removed. */
	readonly lifetime: Lifetime;
}

export type Named = Pick<Mention, "id" | "kind" | "title">;

/** The focus of the question: an entity or a paragraph of it, or the whole workspace when there is none. */
export interface FocusChoice extends Named {
	readonly block?: { readonly id: string; readonly text: string };
}

/** A correction of how the question was read. */
export type Correction = Exclude<NonNullable<ContextRequest["read"]>, string>;

export interface Draft {
	readonly text: string;
	readonly focus: FocusChoice | null;
	readonly mentions: readonly Mention[];
	/** Entities that the context must leave out. */
	readonly excluded: readonly Named[];
	/** Tokens for the context; null uses the recipe's budget. */
	readonly budget: number | null;
	/** How to read the question, where a person corrected the reading: as words alone, or with another subject. */
	readonly reading?: "words" | Correction | null;
	/** The model to call; null lets the workspace choose. */
	readonly model: string | null;
	readonly files: readonly AttachedFile[];
	readonly images: readonly (AttachedImage & { readonly name: string })[];
}

export const emptyDraft: Draft = {
	text: "",
	focus: null,
	mentions: [],
	excluded: [],
	budget: null,
	model: null,
	files: [],
	images: [],
};

/** The server reads five pinned notes at most; a sixth would be left out of the context. */
const pinLimit = 5;

export function toContextRequest(draft: Draft, model: string | null): ContextRequest {
	return {
		query: draft.text.trim(),
		type: "chat",
		// The server counts tokens as this model does; otherwise the ring would promise more room than there is.
		...(model !== null && { model }),
		...wishesOf(draft),
		...named("mentions", idsVia(draft, "@")),
		...named("pins", idsVia(draft, "[[")),
	};
}

export function toQuestionRequest(draft: Draft, parentId: string | null): QuestionRequest {
	const { files, images } = draft;
	return {
		text: draft.text.trim(),
		parentId,
		...wishesOf(draft),
		...named("mentionedEntityIds", idsVia(draft, "@")),
		...named("mentionedNoteIds", idsVia(draft, "[[")),
		// Sent even when empty: the chat drops pins that are not listed here.
		lifetimes: Object.fromEntries(draft.mentions.map(({ id, lifetime }) => [id, lifetime])),
		...(draft.model !== null && { model: draft.model }),
		...(files.length > 0 && { files }),
		...(images.length > 0 && { images: images.map(({ mediaType, data }) => ({ mediaType, data })) }),
	};
}

function wishesOf({ focus, excluded, budget, reading }: Draft) {
	return {
		...(focus !== null && {
			focus: { kind: focus.kind, id: focus.id, ...(focus.block && { blockId: focus.block.id }) },
		}),
		...(excluded.length > 0 && { hints: { excludeBlocks: excluded.map(({ id }) => id) } }),
		...(budget !== null && { budget: { total: budget } }),
		...(reading && { read: reading }),
	};
}

function named<Name extends string>(name: Name, ids: readonly string[]) {
	return ids.length === 0 ? {} : ({ [name]: ids } as { readonly [key in Name]: readonly string[] });
}

function idsVia(draft: Draft, via: Mention["via"]): readonly string[] {
	return draft.mentions.filter((mention) => mention.via === via).map((mention) => mention.id);
}

/** Adds a mention, once; returns the reason when it may not be added. */
export function addMention(draft: Draft, mention: Mention): Draft | { readonly refused: string } {
	if (draft.mentions.some((present) => present.id === mention.id)) return draft;
	if (mention.via === "[[" && idsVia(draft, "[[").length >= pinLimit) {
		return { refused: `A question can pin ${pinLimit} notes. Remove one to add “${mention.title}”.` };
	}
	const excluded = draft.excluded.filter(({ id }) => id !== mention.id);
	return { ...draft, excluded, mentions: [...draft.mentions, mention] };
}

/** Returns the text by which a question names something. */
export const writeMention = ({ via, title }: Pick<Mention, "via" | "title">): string =>
	via === "@" ? `@${title}` : `[[${title}]]`;

/** Removes a mention, and its sign from the text, which would otherwise still announce it. */
export function removeMention(draft: Draft, gone: Mention): Draft {
	return {
		...draft,
		text: draft.text.replaceAll(writeMention(gone), gone.title),
		mentions: draft.mentions.filter((mention) => mention.id !== gone.id),
	};
}

/** Returns the draft that follows a question: it keeps the focus and the pins of the chat. */
export function nextDraft({ focus, mentions, model }: Draft): Draft {
	return { ...emptyDraft, focus, model, mentions: mentions.filter(({ lifetime }) => lifetime === "chat") };
}

/** Corrects how the question is read, on top of earlier corrections. */
export function correct(draft: Draft, { subject, without = [] }: Correction): Draft {
	const before = typeof draft.reading === "object" ? (draft.reading ?? {}) : {};
	const dropped = [...new Set([...(before.without ?? []), ...without])];
	const about = subject ?? before.subject;
	return { ...draft, reading: { without: dropped, ...(about !== undefined && { subject: about }) } };
}

/** Leaves an entity out of the context, and removes the mentions that would bring it in. */
export function exclude(draft: Draft, { id, kind, title }: Named): Draft {
	return {
		...draft,
		focus: draft.focus?.id === id ? null : draft.focus,
		mentions: draft.mentions.filter((mention) => mention.id !== id),
		excluded: [...draft.excluded.filter((gone) => gone.id !== id), { id, kind, title }],
	};
}
