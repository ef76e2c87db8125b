import { setTimeout as sleep } from "node:timers/promises";
import { buildContext } from "../context/build-context.ts";
import type { ContextRequest } from "../context/model/request.ts";
import type { Session } from "../graph/graph.ts";
import { ConflictError, EntityNotFoundError, SkeinError } from "../graph/model/errors.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { Chat, Message } from "../graph/store/chats.ts";
import { answerTurn, type TurnEnd, type TurnEvent } from "./answer-turn.ts";
import { listShown } from "./list-shown.ts";
import type { LanguageModel } from "./models/model.ts";
import { Run } from "./run.ts";

export interface MessageInput {
	readonly session: Session;
	readonly chatId: string;
	readonly request: ContextRequest;
}

/** How often a growing answer is stored: a crash loses no more than was said since. */
const STORE_EVERY = 1_000;
const SHORT_WAIT = 5;

const NOT_STORED = {
	code: "not_stored",
	message: "The answer could not be stored. Copy what you need of it, then ask again.",
};
const INTERRUPTED = {
	code: "interrupted",
	message: "The server ended before the answer did. What was stored of it is kept; ask again for the rest.",
};

/** The running turns of all chats. Everything said is stored, whatever becomes of the connection that asked. */
export class Conversations {
	readonly model: LanguageModel | null;
	readonly #runs = new Map<string, Run<TurnEvent>>();
	readonly #busy = new Set<string>();
	#stopping = false;

	constructor(model: LanguageModel | null) {
		this.model = model;
	}

	/** Stores the question and starts the answer. One turn of a chat at a time. */
	async send(input: MessageInput): Promise<Run<TurnEvent>> {
		const { session, chatId } = input;
		// Whose chat it is comes first: that a chat is busy would tell a stranger that it exists.
		await session.chats.get(chatId);
		if (this.#stopping) {
			throw new SkeinError("stopping", "The server is stopping. Ask again when it has started.");
		}
		if (this.#busy.has(chatId)) {
			const message = "This chat is still answering. Wait for it, or stop it first.";
			throw new ConflictError(message, {}, "chat_busy");
		}
		// Marked in the same breath: with an await between, two questions sent at once would both find the chat free.
		this.#busy.add(chatId);
		try {
			const run = await this.#start(input);
			this.#runs.set(chatId, run);
			if (this.#stopping) run.stop();
			run.finished.catch(() => undefined).then(() => this.#forget(chatId));
			return run;
		} catch (error) {
			this.#busy.delete(chatId);
			throw error;
		}
	}

	/** The turn under way, for whoever comes back to it. The chat must be the session's own. */
	async running(session: Session, chatId: string): Promise<Run<TurnEvent>> {
		await session.chats.get(chatId);
		const run = this.#runs.get(chatId);
		if (run === undefined) throw new EntityNotFoundError("running answer");
		return run;
	}

	/** A chat with its messages. An answer that nobody writes any more is told as what it is. */
	async read(session: Session, chatId: string): Promise<Chat & { readonly messages: readonly Message[] }> {
		const wasBusy = this.#busy.has(chatId);
		const chat = await session.chats.get(chatId);
		// Asked on both sides of the reading: an answer may begin or end meanwhile.
		if (wasBusy || this.#busy.has(chatId)) return chat;
		const messages = chat.messages.map(
			(message): Message =>
				message.state === "running"
					? { ...message, state: "failed", details: { ...message.details, error: INTERRUPTED } }
					: message,
		);
		return { ...chat, messages };
	}

	/** Ends every turn; what was written so far is stored. */
	async stopAll(): Promise<void> {
		this.#stopping = true;
		// A turn that is just being started is not among the runs yet: wait until no chat is busy.
		for (; this.#busy.size > 0; await sleep(SHORT_WAIT)) {
			const runs = [...this.#runs.values()];
			for (const run of runs) run.stop();
			await Promise.allSettled(runs.map((run) => run.finished));
		}
	}

	/** Whatever can be refused is refused here, before the first event: a stream cannot take back its status. */
	async #start({ session, chatId, request }: MessageInput): Promise<Run<TurnEvent>> {
		const { chats, manifests, reader } = session;
		const { messages: history } = await chats.get(chatId);
		const payload = await buildContext({ reader, request });
		await manifests.save({
			id: payload.id,
			revision: payload.revision,
			payload,
			entityIds: listShown(payload, reader.graph),
		});
		await chats.addMessage(chatId, { role: "user", text: request.query, state: "sent" });
		const answer = await chats.addMessage(chatId, {
			role: "assistant",
			text: "",
			state: "running",
			context_id: payload.id,
		});
		const turn = { payload, query: request.query, model: this.model, history };
		return new Run((signal) =>
			storeAnswer({ session, chatId, messageId: answer.id, events: answerTurn({ ...turn, signal }) }),
		);
	}

	#forget(chatId: string): void {
		this.#runs.delete(chatId);
		this.#busy.delete(chatId);
	}
}

interface Recording {
	readonly session: Session;
	readonly chatId: string;
	readonly messageId: string;
	readonly events: AsyncIterable<TurnEvent>;
}

/** Passes the events on and stores what they say: now and then as it grows, and before its end is told. */
async function* storeAnswer({ session, chatId, messageId, events }: Recording): AsyncGenerator<TurnEvent> {
	const { chats } = session;
	let text = "";
	let storedAt = Date.now();
	for await (const event of events) {
		if (event.type === "text") text += event.text;
		if (event.type === "text" && Date.now() - storedAt >= STORE_EVERY) {
			storedAt = Date.now();
			// The end stores all of it again: a failure on the way there costs nothing yet.
			await chats
				.finishMessage(chatId, messageId, { text, state: "running", details: {} })
				.catch(() => undefined);
		}
		if (event.type !== "end") yield event;
		else {
			const isStored = await chats.finishMessage(chatId, messageId, { text, ...describeEnd(event) }).then(
				() => true,
				() => false,
			);
			yield isStored ? event : { ...event, state: "failed", error: NOT_STORED };
		}
	}
}

function describeEnd({ state, model, citations, usage, error }: TurnEnd) {
	return { state, details: { model, citations, usage, error } as unknown as JsonObject };
}
