// Before the SDK, which brings Zod: it tries to compile its parsers as soon as it is loaded.
import "../api/configure-zod.ts";
import { AbstractChat, type ChatState, type ChatStatus, DefaultChatTransport } from "ai";
import type { Asked, ChatMessage, StreamState } from "./turn.ts";

interface ChatConnectionOptions {
	readonly fetch: typeof globalThis.fetch;
	/**
	 * Returns the address and the body for a question: the server keeps the history, so that only the new question is
	 * sent.
	 */
	readonly prepareQuestion: (asked: Asked) => Promise<{ readonly api: string; readonly body: object }>;
	/** The address that streams a running answer from its beginning. */
	readonly streamPath: () => string;
	readonly onStream: (stream: StreamState) => void;
	readonly onFinish: () => void;
}

/** Re-rendering Markdown on every token costs more than the eye can use. */
const notifyEvery = 50;

/** One question on its way to the server and the answer as it comes back. */
export class ChatConnection extends AbstractChat<ChatMessage> {
	constructor({ fetch, prepareQuestion, streamPath, onStream, onFinish }: ChatConnectionOptions) {
		const transport = new DefaultChatTransport<ChatMessage>({
			fetch,
			prepareSendMessagesRequest: ({ messages }) => {
				const { draft, parentId = null } = messages.findLast(({ role }) => role === "user")?.metadata ?? {};
				if (draft === undefined) throw new Error("There is no question to send.");
				return prepareQuestion({ draft, parentId });
			},
			prepareReconnectToStreamRequest: () => ({ api: streamPath() }),
		});
		super({ transport, state: new SdkState(onStream), onFinish });
	}
}

class SdkState implements ChatState<ChatMessage> {
	readonly #onStream: (stream: StreamState) => void;
	#messages: ChatMessage[] = [];
	#status: ChatStatus = "ready";
	#error: Error | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(onStream: (stream: StreamState) => void) {
		this.#onStream = onStream;
	}

	get messages(): ChatMessage[] {
		return this.#messages;
	}

	set messages(messages: ChatMessage[]) {
		this.#messages = [...messages];
		// Without this check, clearing the messages for the next question would look like an idle connection, and a queued
		// question would be sent along with it.
		if (messages.length > 0) this.#notify();
	}

	get status(): ChatStatus {
		return this.#status;
	}

	set status(status: ChatStatus) {
		this.#status = status;
		this.#notify();
	}

	get error(): Error | undefined {
		return this.#error;
	}

	set error(error: Error | undefined) {
		this.#error = error;
		this.#notify();
	}

	pushMessage = (message: ChatMessage): void => {
		this.messages = [...this.#messages, message];
	};

	popMessage = (): void => {
		this.messages = this.#messages.slice(0, -1);
	};

	/** The SDK goes on writing into the message it hands over; without a copy, React would not see it change. */
	replaceMessage = (index: number, message: ChatMessage): void => {
		this.#messages = this.#messages.with(index, {
			...message,
			parts: message.parts.map((part) => ({ ...part })),
		});
		this.#timer ??= setTimeout(() => this.#notify(), notifyEvery);
	};

	snapshot = <T>(value: T): T => structuredClone(value);

	#notify(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#onStream({ messages: this.#messages, status: this.#status, error: this.#error });
	}
}
