import { buildContext } from "../context/build-context.ts";
import type { ContextRequest } from "../context/model/request.ts";
import type { Session } from "../graph/graph.ts";
import { ConflictError, EntityNotFoundError } from "../graph/model/errors.ts";
import type { JsonObject } from "../graph/model/json.ts";
import { answerTurn, type TurnEvent } from "./answer-turn.ts";
import type { LanguageModel } from "./models/model.ts";
import { Run } from "./run.ts";

export interface MessageInput {
	readonly session: Session;
	readonly chatId: string;
	readonly request: ContextRequest;
}

/** The running turns of all chats. Everything said is stored, whatever becomes of the connection that asked. */
export class Conversations {
	readonly #model: LanguageModel | null;
	readonly #runs = new Map<string, Run<TurnEvent>>();
	readonly #busy = new Set<string>();

	constructor(model: LanguageModel | null) {
		this.#model = model;
	}

	get model(): LanguageModel | null {
		return this.#model;
	}

	/** Stores the question and starts the answer. One turn of a chat at a time. */
	async send({ session, chatId, request }: MessageInput): Promise<Run<TurnEvent>> {
		if (this.#busy.has(chatId)) {
			throw new ConflictError(
				"This chat is still answering. Wait for it, or stop it first.",
				{},
				"chat_busy",
			);
		}
		// Marked before the first await: two questions sent at once would otherwise both find the chat free.
		this.#busy.add(chatId);
		try {
			const run = await this.#start({ session, chatId, request });
			this.#runs.set(chatId, run);
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

	/** Ends every turn; what was written so far is stored. */
	async stopAll(): Promise<void> {
		const runs = [...this.#runs.values()];
		for (const run of runs) run.stop();
		await Promise.allSettled(runs.map((run) => run.finished));
	}

	async #start({ session, chatId, request }: MessageInput): Promise<Run<TurnEvent>> {
		const chat = await session.chats.get(chatId);
		const payload = await buildContext({ reader: session.reader, request });
		await session.chats.addMessage(chatId, { role: "user", text: request.query, state: "sent" });
		const turn = { payload, query: request.query, model: this.#model, history: chat.messages };
		return new Run((signal) => this.#store(session, chatId, answerTurn({ ...turn, signal })));
	}

	#forget(chatId: string): void {
		this.#runs.delete(chatId);
		this.#busy.delete(chatId);
	}

	async *#store(
		session: Session,
		chatId: string,
		events: AsyncIterable<TurnEvent>,
	): AsyncGenerator<TurnEvent> {
		let text = "";
		let messageId: string | undefined;
		for await (const event of events) {
			if (event.type === "context") {
				const { payload } = event;
				const items = payload.sections.flatMap((section) => section.items);
				await session.manifests.save({
					id: payload.id,
					revision: payload.revision,
					payload,
					entityIds: items.map((item) => item.id),
				});
				const message = await session.chats.addMessage(chatId, {
					role: "assistant",
					text: "",
					state: "running",
					context_id: payload.id,
				});
				messageId = message.id;
			}
			if (event.type === "text") text += event.text;
			if (event.type === "end" && messageId !== undefined) {
				const { state, model, citations, usage, error } = event;
				const details = { model, citations, usage, error } as unknown as JsonObject;
				await session.chats.finishMessage(chatId, messageId, { text, state, details });
			}
			yield event;
		}
	}
}
