import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import { createChat, fetchOrThrow, ProblemError, stopChat } from "../api.ts";
import { messagesPath, type StoredMessage, streamPath } from "./chat-calls.ts";
import { type Draft, emptyDraft, toQuestionRequest } from "./draft.ts";
import type { Asked, ChatMessage, Turn } from "./turn.ts";

export interface SessionState {
	/** Null until the first question has made the chat. */
	readonly id: string | null;
	/** Whether the turn that came over this line is the last one shown. */
	readonly live: boolean;
	/** The message that ends the shown branch when it is not the live one; null for the newest. */
	readonly head: string | null;
	/** Between the pressing of the key and the first sign of an answer. */
	readonly asking: boolean;
	/** Questions that wait for the present answer to end. */
	readonly queue: readonly Draft[];
}

/** How long a stopped answer may take to say so before the connection is cut. */
const stopGrace = 2000;

/**
 * A conversation with the server, which outlives the page that shows it: an answer goes on while its reader looks at
 * something else. The chat is made with its first question, so that empty ones leave no trace.
 */
export class ChatSession {
	readonly chat: Chat<ChatMessage>;
	draft: Draft = emptyDraft;
	/** Whether the draft has taken up what a stored chat was about; a new one has nothing to take up. */
	recalled: boolean;
	/** Turns as they came over the line, by their stored question: richer than what is stored of them. */
	readonly told = new Map<string, Turn>();
	#state: SessionState;
	#making: Promise<string> | null = null;
	#cut: ReturnType<typeof setTimeout> | undefined;
	readonly #resumed = new Set<string>();
	readonly #watchers = new Set<() => void>();

	constructor(id: string | null) {
		this.recalled = id === null;
		this.#state = { id, live: false, head: null, asking: false, queue: [] };
		this.chat = new Chat<ChatMessage>({
			transport: new DefaultChatTransport<ChatMessage>({
				fetch: fetchStream,
				// The server keeps the history: only the new question travels.
				prepareSendMessagesRequest: async ({ messages }) => {
					const asked = messages.findLast((message) => message.role === "user")?.metadata;
					return {
						api: messagesPath(await this.#ensureChat()),
						body: toQuestionRequest(asked?.draft ?? emptyDraft, asked?.parentId ?? null),
					};
				},
				prepareReconnectToStreamRequest: () => ({ api: streamPath(this.#state.id ?? "") }),
			}),
			// Left running, the timer of a stopped answer would cut off the next one.
			onFinish: () => clearTimeout(this.#cut),
		});
	}

	readonly subscribe = (watcher: () => void): (() => void) => {
		this.#watchers.add(watcher);
		return () => this.#watchers.delete(watcher);
	};

	readonly read = (): SessionState => this.#state;

	set(change: Partial<SessionState>): void {
		this.#state = { ...this.#state, ...change };
		for (const watcher of this.#watchers) watcher();
	}

	ask(asked: Asked): Promise<void> {
		this.chat.messages = [];
		this.set({ live: true, head: null });
		return this.chat.sendMessage({ text: asked.draft.text.trim(), metadata: asked });
	}

	/** Comes back to an answer under way; the server tells it from its beginning. */
	async resume(question: StoredMessage): Promise<void> {
		const { id, text, parent_id } = question;
		// Tried once for each: one that ended meanwhile still stands as running in what was read before.
		if (this.#resumed.has(id)) return;
		this.#resumed.add(id);
		const metadata = { draft: { ...emptyDraft, text }, parentId: parent_id };
		this.chat.messages = [{ id, role: "user", parts: [{ type: "text", text }], metadata }];
		this.set({ live: true, head: null });
		await this.chat.resumeStream();
		// Over before we came: what is stored of it is all there is.
		if (this.chat.messages.length === 1 && this.chat.error === undefined) this.set({ live: false });
	}

	/** Asks the server to stop, so that it keeps what was said so far; cuts the line only if it does not. */
	async stop(): Promise<void> {
		const { id } = this.#state;
		if (id === null) return this.chat.stop();
		clearTimeout(this.#cut);
		this.#cut = setTimeout(() => void this.chat.stop(), stopGrace);
		await stopChat(id).catch(() => this.chat.stop());
	}

	async #ensureChat(): Promise<string> {
		if (this.#state.id !== null) return this.#state.id;
		this.#making ??= createChat().then((created) => created.id);
		try {
			const id = await this.#making;
			sessions.set(id, this);
			this.set({ id });
			return id;
		} catch (error) {
			// A failed start must not be remembered, or trying again would fail for ever.
			this.#making = null;
			throw error;
		}
	}
}

const sessions = new Map<string, ChatSession>();

/** The session of a chat, the same one for as long as the app is open; null begins a new chat. */
export function openSession(chatId: string | null): ChatSession {
	const open = chatId === null ? undefined : sessions.get(chatId);
	if (open !== undefined) return open;
	const session = new ChatSession(chatId);
	if (chatId !== null) sessions.set(chatId, session);
	return session;
}

/** Coming back to an answer that has ended meanwhile is not a failure: there is nothing to follow. */
async function fetchStream(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	try {
		return await fetchOrThrow(input, init);
	} catch (error) {
		const over = error instanceof ProblemError && error.status === 404 && init?.method === "GET";
		if (over) return new Response(null, { status: 204 });
		throw error;
	}
}
