import { messagesPath, type StoredMessage, streamPath } from "../../../src/client/chat-calls.ts";
import { ProblemError, UnreachableError } from "../../../src/client/connection.ts";
import { skein } from "../api/skein.ts";
import type { ChatConnection } from "./chat-connection.ts";
import { type Draft, emptyDraft, type Named, toQuestionRequest } from "./draft.ts";
import { recallDraft } from "./stored-turns.ts";
import type { Asked, ChatMessage, StreamState, Turn } from "./turn.ts";

export interface SessionState {
	/** Null until the first question has created the chat. */
	readonly id: string | null;
	/** Whether the streamed turn is the last one shown. */
	readonly live: boolean;
	/** The message that ends the shown branch when it is not the live one; null for the newest. */
	readonly head: string | null;
	/** Questions that are sent after the present answer. */
	readonly queue: readonly Draft[];
	readonly stream: StreamState;
}

/** The key of a chat that does not exist yet. */
const newChat = "new";

const silence: StreamState = { messages: [], status: "ready", error: undefined };

/** How long the server may take to end a stopped answer before the connection is cut. */
const stopGrace = 2000;

/**
 * A conversation with the server, which outlives the page that shows it: an answer goes on while its reader is on
 * another page. The chat is created with its first question, so that empty ones leave no trace.
 */
export class ChatSession {
	draft: Draft;
	/** Whether the draft has been filled from the stored chat; a new chat has nothing to fill it from. */
	recalled: boolean;
	/** Streamed turns, by the id of their stored question: they hold more than the stored ones. */
	readonly streamed = new Map<string, Turn>();
	#state: SessionState;
	#making: Promise<string> | null = null;
	#connection: Promise<ChatConnection> | null = null;
	#cut: ReturnType<typeof setTimeout> | undefined;
	readonly #resumed = new Set<string>();
	readonly #watchers = new Set<() => void>();

	/** `desk` is the key under which unsent text is kept. */
	constructor(id: string | null, desk: string) {
		const unsent = takeUnsent(desk);
		this.recalled = id === null || unsent !== null;
		this.draft = unsent?.draft ?? emptyDraft;
		this.#state = { id, live: false, head: null, queue: unsent?.queue ?? [], stream: silence };
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

	/** Loads the connection code: it is as large as the page itself, and of no use before the first question. */
	openConnection(): Promise<ChatConnection> {
		this.#connection ??= this.#connect().catch((error: unknown) => {
			// A failed load must not be remembered, or trying again would fail for ever.
			this.#connection = null;
			throw new UnreachableError(error);
		});
		return this.#connection;
	}

	async ask(asked: Asked): Promise<void> {
		const text = asked.draft.text.trim();
		this.set({ live: true, head: null, stream: { ...silence, status: "submitted" } });
		try {
			const connection = await this.openConnection();
			connection.messages = [];
			await connection.sendMessage({ text, metadata: asked });
		} catch (error) {
			const question = toMessage(crypto.randomUUID(), asked);
			this.set({ stream: { messages: [question], status: "error", error: asError(error) } });
		}
	}

	/** Reconnects to a running answer; the server streams it from its beginning. */
	async resume(question: StoredMessage): Promise<void> {
		const { id, parent_id: parentId } = question;
		// Tried once for each: an answer that has ended since still counts as running in the data that was read before.
		if (this.#resumed.has(id)) return;
		this.#resumed.add(id);
		const connection = await this.openConnection();
		connection.messages = [toMessage(id, { draft: recallDraft(question), parentId })];
		this.set({ live: true, head: null });
		await connection.resumeStream();
		// The answer ended before we connected: the stored one is complete.
		if (connection.messages.length === 1 && connection.error === undefined) this.set({ live: false });
	}

	/** Asks the server to stop, so that it stores the text written so far; cuts the connection only if it does not. */
	async stop(): Promise<void> {
		const { id } = this.#state;
		const cut = async () => (await this.#connection)?.stop();
		if (id === null) return cut();
		clearTimeout(this.#cut);
		this.#cut = setTimeout(() => void cut(), stopGrace);
		await skein.chats.stop(id).catch(cut);
	}

	async #connect(): Promise<ChatConnection> {
		const { ChatConnection } = await import("./chat-connection.ts");
		return new ChatConnection({
			fetch: fetchStream,
			prepareQuestion: async ({ draft, parentId }) => ({
				api: messagesPath(await this.#ensureChat()),
				body: toQuestionRequest(draft, parentId),
			}),
			streamPath: () => streamPath(this.#state.id ?? ""),
			onStream: (stream) => this.set({ stream }),
			// Left running, the timer of a stopped answer would cut off the next one.
			onFinish: () => clearTimeout(this.#cut),
		});
	}

	async #ensureChat(): Promise<string> {
		if (this.#state.id !== null) return this.#state.id;
		this.#making ??= skein.chats.create().then((created) => created.id);
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

function toMessage(id: string, asked: Asked): ChatMessage {
	return { id, role: "user", parts: [{ type: "text", text: asked.draft.text.trim() }], metadata: asked };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const sessions = new Map<string, ChatSession>();
/**
 * Sessions whose first question is still being written: on the page under one key, and next to an entity under its id.
 */
const fresh = new Map<string, ChatSession>();

/** Returns the session of a chat, the same one for as long as the app is open; null begins a new chat. */
export function openSession(chatId: string | null): ChatSession {
	const open = chatId === null ? undefined : sessions.get(chatId);
	if (open !== undefined) return open;
	const session = new ChatSession(chatId, chatId ?? newChat);
	if (chatId === null) fresh.set(newChat, session);
	else sessions.set(chatId, session);
	return session;
}

/**
 * Returns the session of the chat next to an entity, the same one each time that entity is shown; `restarted` begins
 * another.
 */
export function openSessionAbout(
	{ id, kind, title }: Named,
	{ restarted }: { readonly restarted: boolean },
): ChatSession {
	const desk = `about ${id}`;
	const open = fresh.get(desk);
	if (open !== undefined && !restarted) return open;
	const session = new ChatSession(null, desk);
	session.draft = { ...session.draft, focus: session.draft.focus ?? { id, kind, title } };
	fresh.set(desk, session);
	return session;
}

addEventListener("pagehide", () => {
	const unsent = new Map([...sessions].map(([id, { draft, read }]) => [id, { draft, queue: read().queue }]));
	for (const [desk, { draft, read }] of fresh) {
		if (read().id === null) unsent.set(desk, { draft, queue: [] });
	}
	keepUnsent(unsent);
});

/** Reconnecting to an answer that has ended is not a failure: there is nothing to follow. */
async function fetchStream(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	try {
		return await skein.connection.open(String(address), init);
	} catch (error) {
		const over = error instanceof ProblemError && error.status === 404 && init?.method === "GET";
		if (over) return new Response(null, { status: 204 });
		throw error;
	}
}

/** Text and settings that a person has entered in a chat and not sent. */
interface Unsent {
	readonly draft: Draft;
	readonly queue: readonly Draft[];
}

const key = "skein.unsent";

/** Keeps unsent text over a reload, by chat. Files and pictures are too large to be kept with it. */
function keepUnsent(unsent: ReadonlyMap<string, Unsent>): void {
	const bare = (draft: Draft): Draft => ({ ...draft, files: [], images: [] });
	const kept = [...unsent]
		.filter(([, { draft, queue }]) => draft.text.trim() !== "" || queue.length > 0)
		.map(([chat, { draft, queue }]) => [chat, { draft: bare(draft), queue: queue.map(bare) }]);
	try {
		sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
	} catch {
		// Private windows throw on write; a reload then loses unsent text, as it does in any form.
	}
}

/** Returns the kept text, and removes it. */
function takeUnsent(chat: string): Unsent | null {
	try {
		const { [chat]: found, ...rest } = JSON.parse(sessionStorage.getItem(key) ?? "{}");
		sessionStorage.setItem(key, JSON.stringify(rest));
		if (found === undefined) return null;
		return { draft: { ...emptyDraft, ...found.draft }, queue: found.queue };
	} catch {
		return null;
	}
}
