import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import { createChat, fetchOrThrow, stopChat } from "../api.ts";
import { emptyDraft, toMessageRequest } from "./draft.ts";
import type { ChatMessage } from "./turn.ts";

export interface Session {
	readonly chat: Chat<ChatMessage>;
	readonly stop: () => Promise<void>;
}

/** How long a stopped answer may take to say so before the connection is cut. */
const stopGrace = 2000;

/** A conversation with the server. The chat is made there with its first question, so that empty ones leave no trace. */
export function openSession(): Session {
	let chatId: Promise<string> | null = null;
	let cut: ReturnType<typeof setTimeout> | undefined;

	async function ensureChat(): Promise<string> {
		chatId ??= createChat().then((created) => created.id);
		try {
			return await chatId;
		} catch (error) {
			// A failed start must not be remembered, or trying again would fail for ever.
			chatId = null;
			throw error;
		}
	}

	const chat = new Chat<ChatMessage>({
		transport: new DefaultChatTransport<ChatMessage>({
			fetch: fetchOrThrow,
			// The server keeps the history: only the new question travels.
			prepareSendMessagesRequest: async ({ messages }) => ({
				api: `/api/chats/${await ensureChat()}/messages`,
				body: toMessageRequest(
					messages.findLast((message) => message.role === "user")?.metadata ?? emptyDraft,
				),
			}),
		}),
		// Left running, the timer of a stopped answer would cut off the next one.
		onFinish: () => clearTimeout(cut),
	});

	/** Asks the server to stop, so that it keeps what was said so far; cuts the line only if it does not. */
	async function stop() {
		if (chatId === null) return chat.stop();
		clearTimeout(cut);
		cut = setTimeout(() => void chat.stop(), stopGrace);
		await chatId.then((id) => stopChat(id)).catch(() => chat.stop());
	}

	return { chat, stop };
}
