import { setTimeout as sleep } from "node:timers/promises";
import type { ContextPayload } from "../context/model/payload.ts";
import type { KeptCall } from "../contract/chat.ts";
import type { Graph, Session } from "../graph/graph.ts";
import { ConflictError, EntityNotFoundError, SkeinError } from "../graph/model/errors.ts";
import type { Chat, Message, WholeChat } from "../graph/store/chat/chats.ts";
import { buildTurnContext } from "./build-turn-context.ts";
import { type AskedOnce, presentAsked, readOnce } from "./keep-request.ts";
import { rightsChanged } from "./kept-rights.ts";
import { findParent, listBranch, withholdAnswers } from "./list-branch.ts";
import type { ModelChoice } from "./models/model-choice.ts";
import { Run } from "./run.ts";
import { type ShownApproval, showApproval } from "./show-approval.ts";
import { type MessageInput, startTurn } from "./start-turn.ts";
import { storeAnswer } from "./store-answer.ts";
import { type TurnEnd, type TurnEvent, type TurnIds, UNKNOWN_END } from "./turn-event.ts";

export interface Conversation extends Chat {
	readonly messages: readonly Message[];
	readonly approvals: readonly ShownApproval[];
}

const SHORT_WAIT = 5;

const INTERRUPTED = {
	code: "interrupted",
	message: "The server ended before the answer did. What was stored of it is kept; ask again for the rest.",
};

const endInterrupted = (message: Message): Message =>
	message.state === "running"
		? { ...message, state: "failed", details: { ...message.details, error: INTERRUPTED } }
		: message;

/** Hides the kept prompt of a question: it is for sending again. People see its context, which checks rights. */
function hideKept(message: Message, session: Session): Message {
	const { prompt: _, once: __, asked: ___, collected: ____, ...details } = message.details;
	return { ...message, details: { ...details, ...presentAsked(message, session.reader) } };
}

/** The running turns of all chats. Every answer is stored, even if the connection that requested it is lost. */
export class Conversations {
	readonly models: ModelChoice;
	readonly #graph: Graph;
	readonly #turns = new Map<
		string,
		{ readonly once: AskedOnce | undefined; readonly run: Promise<Run<TurnEvent>> }
	>();
	#stopping = false;

	constructor({ graph, models }: { readonly graph: Graph; readonly models: ModelChoice }) {
		this.#graph = graph;
		this.models = models;
	}

	/** Stores the question and starts the answer. One turn of a chat at a time. */
	async send(input: MessageInput): Promise<Run<TurnEvent>> {
		const { session, chatId, once } = input;
		const wasBusy = this.#turns.has(chatId);
		// The owner of the chat is checked first: that a chat is busy would reveal to a stranger that it exists.
		const chat = await session.chats.get(chatId);
		const asked = once && chat.messages.find((message) => readOnce(message)?.key === once.key);
		const open = this.#turns.get(chatId);
		if (once !== undefined && (asked !== undefined || open?.once?.key === once.key)) {
			if ((asked ? readOnce(asked) : open?.once)?.hash !== once.hash)
				throw new SkeinError(
					"idempotency_key_reused",
					"This Idempotency-Key has been used for another message. Give every message a key of its own.",
				);
			// A repeated request gets the running answer from its start, like any client that reconnects.
			if (open?.once?.key === once.key) return checkRetold(await open.run);
			if (asked !== undefined) return this.#replay(session, chatId, asked);
		}
		if (this.#stopping) {
			throw new SkeinError("stopping", "The server is stopping. Ask again when it has started.");
		}
		// Checked and set without an await in between: otherwise two questions would both find the chat free.
		if (this.#turns.has(chatId)) {
			const message = "This chat is still answering. Wait for it, or stop it first.";
			throw new ConflictError(message, {}, "chat_busy");
		}
		// An answer that ended meanwhile may be missing from what was read.
		const run = this.#start(input, wasBusy ? undefined : chat);
		this.#turns.set(chatId, { once, run });
		run
			.then((started) => started.finished)
			.catch(() => undefined)
			.then(() => this.#turns.delete(chatId));
		return run;
	}

	/** Returns the context that a message would be answered from; stores nothing. */
	async preview(input: MessageInput): Promise<ContextPayload> {
		const { reader, chats } = input.session;
		const { request, files = [], modelId } = input;
		const chat = await chats.get(input.chatId);
		const branch = listBranch(withholdAnswers(chat), findParent(chat.messages, input.parentId));
		const { settings } = chat;
		const model = this.models.choose(reader.access.workspaceId, modelId);
		const { laidOut } = await buildTurnContext({ reader, request, settings, branch, files, model });
		return laidOut.payload;
	}

	/** Returns the running turn, for a client that reconnects. The chat must be the session's own. */
	async running(session: Session, chatId: string): Promise<Run<TurnEvent>> {
		await session.chats.get(chatId);
		const turn = this.#turns.get(chatId);
		if (turn === undefined) throw new EntityNotFoundError("running answer");
		return turn.run;
	}

	/** The same, for a replay from its first event; refused when the reader has lost a right to something in it. */
	async retell(session: Session, chatId: string): Promise<Run<TurnEvent>> {
		return checkRetold(await this.running(session, chatId));
	}

	/** Returns a chat with its messages. An answer that nothing writes any more appears as interrupted. */
	async read(session: Session, chatId: string): Promise<Conversation> {
		const wasBusy = this.#turns.has(chatId);
		const [whole, approvals] = await Promise.all([
			session.chats.get(chatId),
			session.approvals.ofChat(chatId),
		]);
		const known = withholdAnswers(whole).map((one) => hideKept(one, session));
		// Checked before and after the read: an answer may begin or end meanwhile.
		const isBusy = wasBusy || this.#turns.has(chatId);
		const { withheld: _, ...chat } = whole;
		return {
			...chat,
			messages: isBusy ? known : known.map(endInterrupted),
			approvals: approvals.map(showApproval),
		};
	}

	/** Ends every turn; what was written so far is stored. */
	async stopAll(): Promise<void> {
		this.#stopping = true;
		for (; this.#turns.size > 0; await sleep(SHORT_WAIT)) {
			const turns = [...this.#turns.values()];
			await Promise.allSettled(
				turns.map(async ({ run }) => {
					const started = await run;
					started.stop();
					await started.finished;
				}),
			);
		}
	}

	async #start(input: MessageInput, known: WholeChat | undefined): Promise<Run<TurnEvent>> {
		const { session, chatId, modelId } = input;
		const chat = known ?? (await session.chats.get(chatId));
		const model = this.models.choose(session.reader.access.workspaceId, modelId);
		const turn = await startTurn(input, { graph: this.#graph, model, chat });
		const { answerId: messageId } = turn;
		const run = new Run<TurnEvent>(
			(signal) => storeAnswer({ session, chatId, messageId, events: turn.answer(signal) }),
			turn.guard,
		);
		try {
			await turn.stored;
			return run;
		} catch (error) {
			run.stop();
			// It fails for the same reason, and nobody else listens to it: unheard, that would end the process.
			await run.finished.catch(() => undefined);
			throw error;
		}
	}

	/** Replays a question that is already answered, without a call of the model. */
	async #replay(session: Session, chatId: string, question: Message): Promise<Run<TurnEvent>> {
		const { messages } = await this.read(session, chatId);
		const answer = messages.find(({ parent_id }) => parent_id === question.id);
		if (answer === undefined) throw new EntityNotFoundError("answer");
		const ids = { chatId, questionId: question.id, answerId: answer.id };
		return new Run(() => replayAnswer(session, ids, answer));
	}
}

async function checkRetold(run: Run<TurnEvent>): Promise<Run<TurnEvent>> {
	if (await run.mayReplay()) return run;
	throw rightsChanged();
}

async function* replayAnswer(
	{ manifests, approvals }: Session,
	ids: TurnIds,
	answer: Message,
): AsyncGenerator<TurnEvent> {
	const { tools = [], approvalId, leftOut, ...end } = answer.details;
	yield { type: "start", ...ids };
	const payload = await findContext(manifests, answer.context_id);
	if (payload !== undefined) yield { type: "context", payload };
	if (typeof leftOut === "number") yield { type: "compaction", leftOut };
	for (const { id, tool, input, state, text } of tools as unknown as readonly KeptCall[]) {
		const call = { id, name: tool, input };
		yield { type: "tool-call", call };
		if (state !== "running")
			yield { type: "tool-outcome", call, state, text, structured: {}, cited: [], shown: [] };
	}
	const kept = { ...UNKNOWN_END, ...(end as unknown as Partial<typeof UNKNOWN_END>) };
	for (const citation of kept.citations) yield { type: "citation", citation };
	if (answer.text !== "") yield { type: "text", text: answer.text };
	const approval = (await approvals.ofChat(ids.chatId)).find(({ id }) => id === approvalId);
	if (approval !== undefined) yield { type: "approval", approval: showApproval(approval) };
	yield { ...kept, type: "end", state: answer.state as TurnEnd["state"] };
}

/** Returns undefined for a context that is gone, or that the reader may no longer see. */
async function findContext(
	manifests: Session["manifests"],
	id: string | null,
): Promise<ContextPayload | undefined> {
	try {
		return id === null ? undefined : ((await manifests.get(id)) as ContextPayload);
	} catch (error) {
		if (error instanceof EntityNotFoundError) return undefined;
		throw error;
	}
}
