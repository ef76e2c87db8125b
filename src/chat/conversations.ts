import { setTimeout as sleep } from "node:timers/promises";
import { buildContext } from "../context/build-context.ts";
import type { ContextPayload } from "../context/model/payload.ts";
import type { Graph, Session } from "../graph/graph.ts";
import { ConflictError, EntityNotFoundError, SkeinError } from "../graph/model/errors.ts";
import type { Approval } from "../graph/store/approvals.ts";
import type { Chat, Message } from "../graph/store/chats.ts";
import type { LanguageModel } from "./models/model.ts";
import { Run } from "./run.ts";
import { addKept, type MessageInput, startTurn } from "./start-turn.ts";
import { storeAnswer } from "./store-answer.ts";
import type { TurnEvent } from "./turn-event.ts";
import { withholdAnswers } from "./withhold-answers.ts";

export interface ConversationsInput {
	readonly graph: Graph;
	readonly model: LanguageModel | null;
}

export interface Conversation extends Chat {
	readonly messages: readonly Message[];
	readonly approvals: readonly Approval[];
}

const SHORT_WAIT = 5;

const INTERRUPTED = {
	code: "interrupted",
	message: "The server ended before the answer did. What was stored of it is kept; ask again for the rest.",
};

/** What was sent with a question is kept for sending it again, and shown through its context, where rights are checked. */
function hidePrompt(message: Message): Message {
	const { prompt: _, ...details } = message.details;
	return { ...message, details };
}

/** The running turns of all chats. Everything said is stored, whatever becomes of the connection that asked. */
export class Conversations {
	readonly model: LanguageModel | null;
	readonly #graph: Graph;
	readonly #runs = new Map<string, Run<TurnEvent>>();
	readonly #busy = new Set<string>();
	#stopping = false;

	constructor({ graph, model }: ConversationsInput) {
		this.#graph = graph;
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
			const turn = await startTurn(input, { graph: this.#graph, model: this.model });
			const run = new Run((signal) =>
				storeAnswer({ session, chatId, messageId: turn.messageId, events: turn.answer(signal) }),
			);
			this.#runs.set(chatId, run);
			if (this.#stopping) run.stop();
			run.finished.catch(() => undefined).then(() => this.#forget(chatId));
			return run;
		} catch (error) {
			this.#busy.delete(chatId);
			throw error;
		}
	}

	/** What a message would be answered from; nothing is stored. */
	async preview(input: MessageInput): Promise<ContextPayload> {
		const { settings } = await input.session.chats.get(input.chatId);
		return buildContext({ reader: input.session.reader, request: addKept(input.request, settings) });
	}

	/** The turn under way, for whoever comes back to it. The chat must be the session's own. */
	async running(session: Session, chatId: string): Promise<Run<TurnEvent>> {
		await session.chats.get(chatId);
		const run = this.#runs.get(chatId);
		if (run === undefined) throw new EntityNotFoundError("running answer");
		return run;
	}

	/** A chat with its messages. An answer that nobody writes any more is told as what it is. */
	async read(session: Session, chatId: string): Promise<Conversation> {
		const wasBusy = this.#busy.has(chatId);
		const chat = await session.chats.get(chatId);
		const approvals = await session.approvals.ofChat(chatId);
		const known = (await withholdAnswers(session, chat.messages)).map(hidePrompt);
		// Asked on both sides of the reading: an answer may begin or end meanwhile.
		if (wasBusy || this.#busy.has(chatId)) return { ...chat, messages: known, approvals };
		const messages = known.map(
			(message): Message =>
				message.state === "running"
					? { ...message, state: "failed", details: { ...message.details, error: INTERRUPTED } }
					: message,
		);
		return { ...chat, messages, approvals };
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

	#forget(chatId: string): void {
		this.#runs.delete(chatId);
		this.#busy.delete(chatId);
	}
}
