import type { Tokenizer } from "../context/budget/tokenizer.ts";
import { clipText } from "../context/render/fence-text.ts";
import type { Citation } from "../contract/event.ts";
import type { Message } from "../graph/store/chat/chats.ts";
import { restoreReferences } from "./cite-references.ts";
import type { ModelMessage } from "./models/model.ts";

export type PastMessage = Pick<Message, "role" | "text" | "details">;

/** The part of a conversation that the model reads, and the number of messages that do not fit. */
export interface Recalled {
	readonly messages: readonly ModelMessage[];
	readonly leftOut: number;
}

/** Of the room: the line about what is left out. */
const LINE_SHARE = 0.2;
const LONGEST_QUESTION = 100;
/** Of the room: the last question and its answer fit in any case. */
const LONGEST_SHARE = 0.4;
const CUT = " … (cut for room)";

/** An earlier message as the model wrote it, with ids where its reader saw numbers. */
export const restoreAnswer = (message: PastMessage): string =>
	restoreReferences(message.text, (message.details.citations ?? []) as unknown as readonly Citation[]);

/** Counts messages, and names as many of their questions as fit, the newest if not all do. */
function describeLeftOut(
	messages: readonly PastMessage[],
	count: Tokenizer["count"],
	tokens: number,
): string {
	const number = messages.length === 1 ? "1 earlier message" : `${messages.length} earlier messages`;
	const questions = messages
		.filter(({ role }) => role === "user")
		.map(({ text }) => clipText(text, LONGEST_QUESTION));
	let line = `(${number} of this conversation left out for room.)`;
	for (let first = questions.length - 1; first >= 0; first -= 1) {
		const asked = questions.slice(first).join(" · ");
		const longer = `(${number} of this conversation left out for room. Asked in them: ${asked})`;
		if (count(longer) > tokens) break;
		line = longer;
	}
	return line;
}

/** Returns the newest messages that fit, oldest first, after a line about the others; a very long one is cut. */
export function recallHistory(
	history: readonly PastMessage[],
	{ count, keepStart }: Pick<Tokenizer, "count" | "keepStart">,
	tokens: number,
): Recalled {
	// A turn that failed before its first word left an empty message, which providers refuse.
	const said = history.filter(({ text }) => text !== "");
	const longest = Math.floor(tokens * LONGEST_SHARE);
	const texts = said.map(restoreAnswer).map((text) => {
		if (count(text) <= longest) return text;
		return keepStart(text, Math.max(0, longest - count(CUT))) + CUT;
	});
	const findLastLeftOut = (room: number): number => {
		let left = room;
		return texts.findLastIndex((text) => {
			left -= count(text);
			return left < 0;
		});
	};
	const lineTokens = tokens * LINE_SHARE;
	const lastLeftOut = findLastLeftOut(tokens) === -1 ? -1 : findLastLeftOut(tokens - lineTokens);
	const leftOut = said.slice(0, lastLeftOut + 1);
	const kept = said.slice(lastLeftOut + 1).map(
		({ role }, index): ModelMessage => ({
			role,
			parts: [{ text: texts[lastLeftOut + 1 + index] ?? "" }],
		}),
	);
	const line = describeLeftOut(leftOut, count, lineTokens);
	const marker: ModelMessage = { role: "user", parts: [{ text: line }] };
	return { messages: leftOut.length > 0 ? [marker, ...kept] : kept, leftOut: leftOut.length };
}
