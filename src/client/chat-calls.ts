import { EventSourceParserStream } from "eventsource-parser/stream";
import type {
	approvalSchema,
	chatSchema,
	chatWithMessagesSchema,
	decisionSchema,
	KeptCall,
} from "../contract/chat.ts";
import type { Citation, StreamPart, StreamPartOf } from "../contract/event.ts";
import type { Answer, Body } from "../contract/frozen.ts";
import type { messageRequestSchema } from "../contract/message-request.ts";
import type { CallOptions, Connection } from "./connection.ts";
import type { ContextPayload } from "./context-calls.ts";
import type { Entity } from "./entity-calls.ts";

export type ChatSummary = Answer<typeof chatSchema>;

export type QuestionRequest = Body<typeof messageRequestSchema>;

export type Lifetime = NonNullable<QuestionRequest["lifetimes"]>[string];

export type AttachedFile = NonNullable<QuestionRequest["files"]>[number];

/** Its content in base64. */
export type AttachedImage = NonNullable<QuestionRequest["images"]>[number];

/** The entity behind a `[n]` in an answer. Numbers follow the order of first citation. */
export type CitedItem = Citation;

type StreamedAnswer = StreamPartOf<"data-answer">["data"];

type StreamedEnd = Omit<StreamedAnswer, "citations" | "content" | "contextId">;

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

export type Decision = Body<typeof decisionSchema>;

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

/** A complete answer; `content` holds the text. */
export interface CompleteAnswer extends StreamedAnswer {
	readonly chatId: string;
}

const at = (chatId: string): string => `/api/chats/${encodeURIComponent(chatId)}`;

export const messagesPath = (chatId: string): string => `${at(chatId)}/messages`;

export const streamPath = (chatId: string): string => `${at(chatId)}/stream`;

const DONE = "[DONE]";

/** The parts of a streamed answer, as they come. */
async function* readParts(response: Response): AsyncGenerator<StreamPart> {
	const reader = response.body
		?.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream())
		.getReader();
	try {
		// Browsers without asynchronous iteration of streams are still in use.
		for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
			if (next.value.data !== DONE) yield JSON.parse(next.value.data) as StreamPart;
	} finally {
		await reader?.cancel();
	}
}

/** Calls about chats and their answers. */
export function makeChatCalls(connection: Connection) {
	/** Asks, and gives the parts of the answer as they come. Leaving the loop early does not stop the answer. */
	async function* send(
		chatId: string,
		message: QuestionRequest,
		options: CallOptions = {},
	): AsyncGenerator<StreamPart> {
		const init = { method: "POST", headers: { "content-type": "application/json" }, ...options };
		yield* readParts(await connection.open(messagesPath(chatId), { ...init, body: JSON.stringify(message) }));
	}

	const create = (): Promise<{ readonly id: string }> => connection.post("/api/chats", {});

	return {
		list: connection.list<ChatSummary>("chats"),
		create,
		send,

		/** Gives the parts of the answer that is being written, from its beginning; refused with 404 when there is none. */
		async *follow(chatId: string, options: CallOptions = {}): AsyncGenerator<StreamPart> {
			yield* readParts(await connection.open(streamPath(chatId), options));
		},

		read: (chatId: string, options?: CallOptions): Promise<StoredChat> => connection.get(at(chatId), options),

		rename: (chatId: string, title: string) => connection.write<ChatSummary>("PATCH", at(chatId), { title }),

		/** Revokes every "always in this chat". */
		askEachTime: (chatId: string) =>
			connection.write<ChatSummary>("PATCH", at(chatId), { settings: { always: [] } }),

		/** Asks, and returns the answer once it is complete. Without `chatId` it starts a chat. */
		async ask(
			message: QuestionRequest & { readonly chatId?: string },
			{ onText, ...options }: CallOptions & { readonly onText?: (text: string) => void } = {},
		): Promise<CompleteAnswer> {
			const { chatId = (await create()).id, ...question } = message;
			let answer: StreamedAnswer | undefined;
			for await (const part of send(chatId, question, options)) {
				if (part.type === "text-delta") onText?.(part.delta);
				else if (part.type === "data-answer") answer = part.data;
			}
			if (answer === undefined)
				throw new Error("The answer broke off. Read the chat: what was written is stored.");
			return { ...answer, chatId };
		},

		/** Returns the context that a message would get; stores nothing and calls no model. */
		async preview(
			chatId: string,
			{ files: _, images: __, ...question }: QuestionRequest,
			options?: CallOptions,
		): Promise<ContextPayload> {
			for await (const part of send(chatId, { ...question, dryRun: true }, options))
				if (part.type === "data-context") return part.data.payload;
			throw new Error("The server built no context.");
		},

		stop: (chatId: string) => connection.post<unknown>(`${at(chatId)}/stop`, {}),
	};
}

/** Calls about writes that wait for a person. */
export const makeApprovalCalls = (connection: Connection) => ({
	list: connection.list<Approval>("approvals"),

	decide: (id: string, decision: Decision) =>
		connection.write<unknown>("POST", `/api/approvals/${encodeURIComponent(id)}`, decision),
});
