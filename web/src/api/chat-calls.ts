import type { KeptCall as StoredCall } from "../../../src/chat/store-answer.ts";
import type { approvalSchema, chatWithMessagesSchema, decisionSchema } from "../../../src/contract/chat.ts";
import type { StreamPartOf } from "../../../src/contract/event.ts";
import type { Answer, Body } from "../../../src/contract/frozen.ts";
import type { messageRequestSchema } from "../../../src/contract/message-request.ts";
import type { suggestionListSchema, unlinkedMentionsSchema } from "../../../src/contract/suggestion.ts";
import {
	type CallOptions,
	type CitedItem,
	type ContextPayload,
	type Entity,
	fetchOrThrow,
	getJson,
	listOf,
	write,
} from "./api.ts";
import type { ChatSummary } from "./workspace-calls.ts";

/** Calls about chats: stored messages and the decisions of a person. */

export type QuestionRequest = Body<typeof messageRequestSchema>;

export type Lifetime = NonNullable<QuestionRequest["lifetimes"]>[string];

export type AttachedFile = NonNullable<QuestionRequest["files"]>[number];

/** Its content in base64. */
export type AttachedImage = NonNullable<QuestionRequest["images"]>[number];

type StreamedEnd = Omit<StreamPartOf<"data-answer">["data"], "citations" | "content" | "contextId">;

/** How a turn ended. Its last event holds every field; a stored message keeps only some of them. */
export type AnswerOutcome = Pick<StreamedEnd, "state" | "model" | "error"> & Partial<StreamedEnd>;

type AnsweredApproval = Answer<typeof approvalSchema>;

export type Proposal = AnsweredApproval["proposals"][number];

export type DiffLine = Proposal["diff"][number];

export interface Approval extends Omit<AnsweredApproval, "outcome"> {
	readonly outcome: {
		readonly changeId?: string | null;
		readonly entityIds?: readonly string[];
		readonly reason?: string;
		readonly code?: string;
		readonly message?: string;
		/** The approval that replaced it when it was stale. */
		readonly replacedBy?: string | null;
	};
}

export type KeptCall = StoredCall;

type NamedEntity = Pick<Entity, "id" | "kind" | "title">;

/** The settings a question was sent with, as far as the reader may still see them. */
export interface StoredAsked {
	readonly focus: NamedEntity | null;
	readonly blockId?: string;
	readonly mentions: readonly NamedEntity[];
	readonly pins: readonly NamedEntity[];
	readonly model?: string;
}

type AnsweredChat = Answer<typeof chatWithMessagesSchema>;

export interface StoredMessage extends Omit<AnsweredChat["messages"][number], "details"> {
	readonly details: Partial<Omit<AnswerOutcome, "state">> & {
		readonly asked?: StoredAsked;
		readonly citations?: readonly CitedItem[];
		readonly tools?: readonly KeptCall[];
		readonly approvalId?: string;
		readonly leftOut?: number;
		readonly files?: readonly string[];
		readonly images?: number;
	};
}

export interface StoredChat extends Omit<AnsweredChat, "messages" | "approvals"> {
	readonly messages: readonly StoredMessage[];
	readonly approvals: readonly Approval[];
}

const at = (chatId: string): string => `/api/chats/${encodeURIComponent(chatId)}`;

export const readChat = (chatId: string, options?: CallOptions): Promise<StoredChat> =>
	getJson(at(chatId), options);

export const renameChat = (chatId: string, title: string) =>
	write<ChatSummary>("PATCH", at(chatId), { title });

/** Revokes every "always in this chat". */
export const askEachTime = (chatId: string) =>
	write<ChatSummary>("PATCH", at(chatId), { settings: { always: [] } });

export const messagesPath = (chatId: string): string => `${at(chatId)}/messages`;

export const streamPath = (chatId: string): string => `${at(chatId)}/stream`;

export type Decision = Body<typeof decisionSchema>;

export const decideApproval = (id: string, decision: Decision) =>
	write<unknown>("POST", `/api/approvals/${encodeURIComponent(id)}`, decision);

/** Returns exactly the context that a past turn read. */
export const readContext = (contextId: string, options?: CallOptions): Promise<ContextPayload> =>
	getJson(`/api/contexts/${encodeURIComponent(contextId)}`, options);

/** Returns the context that a message of a chat would get; stores nothing and calls no model. */
export async function previewContext(
	chatId: string,
	request: QuestionRequest,
	options: CallOptions = {},
): Promise<ContextPayload> {
	const { files: _, images: __, ...question } = request;
	const response = await fetchOrThrow(messagesPath(chatId), {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...question, dryRun: true }),
		...(options.signal && { signal: options.signal }),
	});
	for (const line of (await response.text()).split("\n")) {
		if (!line.startsWith("data: {")) continue;
		const part = JSON.parse(line.slice("data: ".length)) as {
			type: string;
			data?: { payload: ContextPayload };
		};
		if (part.type === "data-context" && part.data) return part.data.payload;
	}
	throw new Error("The server built no context.");
}

export async function listToolTitles(options?: CallOptions): Promise<Readonly<Record<string, string>>> {
	const { tools } = await getJson<{ tools: readonly { name: string; title: string }[] }>(
		"/api/tools",
		options,
	);
	return Object.fromEntries(tools.map(({ name, title }) => [name, title]));
}

/** Calls about decisions that a person has to make: proposed writes and suggested corrections. */

export const listApprovals = listOf<Approval>("approvals");

type Suggestions = Answer<typeof suggestionListSchema>;

export type Suggestion = Suggestions["suggestions"][number];

export const listSuggestions = (options?: CallOptions): Promise<Suggestions> =>
	getJson("/api/suggestions?limit=200", options);

export const acceptSuggestion = (key: string) => write<unknown>("POST", "/api/suggestions/accept", { key });

export const dismissSuggestion = (key: string) => write<unknown>("POST", "/api/suggestions/dismiss", { key });

export const restoreSuggestion = (key: string) => write<unknown>("POST", "/api/suggestions/restore", { key });

type UnlinkedMentions = Answer<typeof unlinkedMentionsSchema>;

/** A place in a text that names an entity without a link to it. */
export type UnlinkedMention = UnlinkedMentions["incoming"][number];

export const listMentions = (id: string, options?: CallOptions): Promise<UnlinkedMentions> =>
	getJson(`/api/entities/${encodeURIComponent(id)}/mentions`, options);

/** Returns the suggestion key of a mention: accepting it turns its first place in the text into a link. */
export const keyOfMention = ({ source, target }: UnlinkedMention): string =>
	`mention ${source.id} ${target.id}`;
