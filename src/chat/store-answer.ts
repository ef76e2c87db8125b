import type { KeptCall } from "../contract/chat.ts";
import type { Session } from "../graph/graph.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { ToolCall } from "./models/model.ts";
import type { TurnEnd, TurnEvent } from "./turn-event.ts";

/** How often a growing answer is stored: a crash loses no more than was said since. */
const STORE_EVERY = 1_000;
const LONGEST_OUTCOME = 2_000;

const NOT_STORED = {
	code: "not_stored",
	message: "The answer could not be stored. Copy what you need of it, then ask again.",
};

class Account {
	text = "";
	leftOut = 0;
	approvalId: string | null = null;
	readonly #calls = new Map<string, KeptCall>();

	add(event: TurnEvent): void {
		if (event.type === "text") this.text += event.text;
		if (event.type === "compaction") this.leftOut = event.leftOut;
		if (event.type === "approval") this.approvalId = event.approval.id;
		if (event.type === "tool-call") this.#keep(event.call, "running", "");
		if (event.type === "tool-outcome") this.#keep(event.call, event.state, event.text);
	}

	describe(end?: TurnEnd): JsonObject {
		const { type: _, state: __, ...ended } = end ?? {};
		return {
			...ended,
			tools: [...this.#calls.values()],
			...(this.leftOut > 0 && { leftOut: this.leftOut }),
			...(this.approvalId !== null && { approvalId: this.approvalId }),
		} as unknown as JsonObject;
	}

	#keep(call: ToolCall, state: KeptCall["state"], text: string): void {
		this.#calls.set(call.id, {
			id: call.id,
			tool: call.name,
			input: call.input as KeptCall["input"],
			state,
			text: text.slice(0, LONGEST_OUTCOME),
		});
	}
}

/** Passes the events on and stores their content: from time to time as it grows, and before its end is sent. */
export async function* storeAnswer(recording: {
	readonly session: Session;
	readonly chatId: string;
	readonly messageId: string;
	readonly events: AsyncIterable<TurnEvent>;
}): AsyncGenerator<TurnEvent> {
	const { session, chatId, messageId, events } = recording;
	const { chats } = session;
	const account = new Account();
	let storedAt = Date.now();
	for await (const event of events) {
		account.add(event);
		if (event.type === "end") {
			const stored = { text: account.text, state: event.state, details: account.describe(event) };
			const isStored = await chats.finishMessage(chatId, messageId, stored).then(
				() => true,
				() => false,
			);
			yield isStored ? event : { ...event, state: "failed", error: NOT_STORED };
			return;
		}
		if (Date.now() - storedAt >= STORE_EVERY) {
			storedAt = Date.now();
			// The end stores all of it again: a failure on the way there costs nothing yet.
			await chats
				.finishMessage(chatId, messageId, {
					text: account.text,
					state: "running",
					details: account.describe(),
				})
				.catch(() => undefined);
		}
		yield event;
	}
}
