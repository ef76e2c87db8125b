import type { ChatSummary } from "../api/workspace-calls.ts";
import {
	type AnswerEnd,
	type CallOptions,
	type CitedItem,
	type ContextPayload,
	type ContextRequest,
	type Focus,
	getJson,
	type MessageRequest,
	type Written,
	write,
} from "../api.ts";

/** The calls about chats: what is stored of them, and what a person decides in them. */

interface ContextWishes {
	readonly focus?: Focus & { readonly blockId?: string };
	readonly hints?: { readonly excludeBlocks: readonly string[] };
	readonly budget?: { readonly total: number };
}

export type PreviewRequest = ContextRequest & ContextWishes & { readonly model?: string };

export type Lifetime = "message" | "chat";

export interface AttachedFile {
	readonly name: string;
	readonly text: string;
}

export interface AttachedImage {
	readonly mediaType: string;
	/** In base64. */
	readonly data: string;
}

export type QuestionRequest = MessageRequest &
	ContextWishes & {
		readonly lifetimes: Readonly<Record<string, Lifetime>>;
		readonly parentId: string | null;
		readonly model?: string;
		readonly files?: readonly AttachedFile[];
		readonly images?: readonly AttachedImage[];
	};

/** A write that was made without asking, after "always in this chat". */
export interface TurnAction {
	readonly tool: string;
	readonly summary: string;
	readonly entityId: string | null;
	readonly changeId: string;
}

export interface AnswerOutcome extends Omit<AnswerEnd, "usage"> {
	readonly usage?: {
		readonly inputTokens: number;
		readonly cachedInputTokens: number;
		readonly outputTokens: number;
	} | null;
	readonly cost?: number | null;
	readonly passes?: number;
	readonly actions?: readonly TurnAction[];
	readonly tainted?: boolean;
}

export interface DiffLine {
	readonly subject: string;
	readonly field: string;
	readonly before: string | null;
	readonly after: string | null;
}

export interface Proposal {
	readonly call_id: string;
	readonly tool: string;
	readonly tier: string;
	readonly summary: string;
	readonly diff: readonly DiffLine[];
}

export interface Approval {
	readonly id: string;
	readonly proposals: readonly Proposal[];
	readonly tainted: boolean;
	readonly state: "pending" | "approved" | "denied" | "failed";
	readonly outcome: {
		readonly changeId?: string | null;
		readonly entityIds?: readonly string[];
		readonly reason?: string;
		readonly code?: string;
		readonly message?: string;
	};
	readonly expires_at: string;
}

export interface KeptCall {
	readonly id: string;
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	readonly state: "running" | "done" | "failed" | "proposed";
	readonly text: string;
}

interface NamedEntity {
	readonly id: string;
	readonly kind: string;
	readonly title: string;
}

/** What a question was asked with, as far as it may still be read. */
export interface StoredAsked {
	readonly focus: NamedEntity | null;
	readonly blockId?: string;
	readonly mentions: readonly NamedEntity[];
	readonly pins: readonly NamedEntity[];
	readonly model?: string;
}

export interface StoredMessage {
	readonly id: string;
	readonly role: "user" | "assistant";
	readonly text: string;
	readonly parent_id: string | null;
	readonly context_id: string | null;
	readonly state: "sent" | "running" | "answered" | "stopped" | "failed";
	readonly details: Partial<Omit<AnswerOutcome, "state">> & {
		readonly asked?: StoredAsked;
		readonly citations?: readonly CitedItem[];
		readonly tools?: readonly KeptCall[];
		readonly approvalId?: string;
		readonly leftOut?: number;
		readonly files?: readonly string[];
		readonly images?: number;
	};
	readonly created_at: string;
}

export interface StoredChat extends ChatSummary {
	readonly settings: {
		readonly mentions?: readonly string[];
		readonly pins?: readonly string[];
		readonly always?: readonly string[];
	};
	readonly messages: readonly StoredMessage[];
	readonly approvals: readonly Approval[];
}

const at = (chatId: string): string => `/api/chats/${encodeURIComponent(chatId)}`;

export const readChat = (chatId: string, options?: CallOptions): Promise<StoredChat> =>
	getJson(at(chatId), options);

export const renameChat = (chatId: string, title: string): Promise<Written<ChatSummary>> =>
	write("PATCH", at(chatId), { title });

/** Takes back every "always in this chat". */
export const askEachTime = (chatId: string): Promise<Written<ChatSummary>> =>
	write("PATCH", at(chatId), { settings: { always: [] } });

export const messagesPath = (chatId: string): string => `${at(chatId)}/messages`;

export const streamPath = (chatId: string): string => `${at(chatId)}/stream`;

export type Decision =
	| { readonly decision: "once" | "always" }
	| { readonly decision: "deny"; readonly reason: string };

export const decideApproval = (id: string, decision: Decision): Promise<Written<unknown>> =>
	write("POST", `/api/approvals/${encodeURIComponent(id)}`, decision);

/** What a past turn read, exactly. */
export const readContext = (contextId: string, options?: CallOptions): Promise<ContextPayload> =>
	getJson(`/api/contexts/${encodeURIComponent(contextId)}`, options);

export async function listToolTitles(options?: CallOptions): Promise<Readonly<Record<string, string>>> {
	const { tools } = await getJson<{ tools: readonly { name: string; title: string }[] }>(
		"/api/tools",
		options,
	);
	return Object.fromEntries(tools.map(({ name, title }) => [name, title]));
}
