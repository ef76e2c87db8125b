import { inOneLine } from "../context/render/fence-text.ts";
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

const MOST_REFERENTS = 12;

const citationsOf = ({ details }: PastMessage): readonly Citation[] =>
	(details.citations ?? []) as unknown as readonly Citation[];

/** An earlier message as the model wrote it, with ids where its reader saw numbers. */
export const restoreAnswer = (message: PastMessage): string =>
	restoreReferences(message.text, citationsOf(message));

/** Names the entities of earlier messages, the last first: "it" and "that risk" may still mean one of them. */
function nameReferents(messages: readonly PastMessage[]): string {
	const cited = messages.toReversed().flatMap(citationsOf);
	const referents = new Map(cited.map(({ ref, title }) => [ref, title]));
	const named = [...referents].slice(0, MOST_REFERENTS).map(([ref, title]) => `${inOneLine(title)} [${ref}]`);
	return named.length === 0 ? "" : ` They spoke of: ${named.join("; ")}.`;
}

function describeLeftOut(messages: readonly PastMessage[]): ModelMessage {
	const count = messages.length === 1 ? "1 earlier message" : `${messages.length} earlier messages`;
	const text = `(${count} of this conversation left out for room.${nameReferents(messages)})`;
	return { role: "user", parts: [{ text }] };
}

/** Returns the newest messages that fit, whole and oldest first, after a line about the others. */
export function recallHistory(
	history: readonly PastMessage[],
	count: (text: string) => number,
	tokens: number,
): Recalled {
	// A turn that failed before its first word left an empty message, which providers refuse.
	const said = history.filter(({ text }) => text !== "");
	const texts = said.map(restoreAnswer);
	let left = tokens;
	const lastLeftOut = texts.findLastIndex((text) => {
		left -= count(text);
		return left < 0;
	});
	const leftOut = said.slice(0, lastLeftOut + 1);
	const kept = said.slice(lastLeftOut + 1).map(
		({ role }, index): ModelMessage => ({
			role,
			parts: [{ text: texts[lastLeftOut + 1 + index] ?? "" }],
		}),
	);
	return {
		messages: leftOut.length > 0 ? [describeLeftOut(leftOut), ...kept] : kept,
		leftOut: leftOut.length,
	};
}
