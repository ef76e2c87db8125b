// Before the SDK, which brings Zod: it tries to compile its parsers as soon as it is loaded.
import "../api/configure-zod.ts";
import { AbstractChat, type ChatState, DefaultChatTransport } from "ai";
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
		super({ transport, state: makeState(onStream), onFinish });
	}
}

/** The state that the SDK writes to, passed on as it changes. */
function makeState(onStream: (stream: StreamState) => void): ChatState<ChatMessage> {
	let stream: StreamState & { readonly messages: ChatMessage[] } = {
		...{ messages: [], status: "ready", error: undefined },
	};
	let timer: ReturnType<typeof setTimeout> | undefined;

	function notify() {
		clearTimeout(timer);
		timer = undefined;
		onStream(stream);
	}

	function set(change: Partial<typeof stream>) {
		stream = { ...stream, ...change };
		notify();
	}

	return {
		get messages() {
			return stream.messages;
		},
		set messages(messages) {
			stream = { ...stream, messages: [...messages] };
			// Without this check, clearing the messages for the next question would look like an idle connection, and a
			// queued question would be sent along with it.
			if (messages.length > 0) notify();
		},
		get status() {
			return stream.status;
		},
		set status(status) {
			set({ status });
		},
		get error() {
			return stream.error;
		},
		set error(error) {
			set({ error });
		},
		pushMessage: (message) => set({ messages: [...stream.messages, message] }),
		popMessage() {
			this.messages = stream.messages.slice(0, -1);
		},
		/** The SDK goes on writing into the message it hands over; without a copy, React would not see it change. */
		replaceMessage(index, message) {
			const copy = { ...message, parts: message.parts.map((part) => ({ ...part })) };
			stream = { ...stream, messages: stream.messages.with(index, copy) };
			timer ??= setTimeout(notify, notifyEvery);
		},
		snapshot: (value) => structuredClone(value),
	};
}
