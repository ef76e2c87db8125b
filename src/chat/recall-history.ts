import { o200k } from "../context/budget/tokenizer.ts";
import type { Message } from "../graph/store/chats.ts";
import { type Citation, restoreReferences } from "./cite-references.ts";
import type { ModelMessage } from "./models/model.ts";

export type PastMessage = Pick<Message, "role" | "text" | "details">;

const HISTORY_TOKENS = 2500;

/** Earlier messages for the model: the newest that fit, whole ones only, oldest first. */
export function recallHistory(history: readonly PastMessage[]): readonly ModelMessage[] {
	// A turn that failed before its first word left an empty message, which providers refuse.
	const said = history
		.filter(({ text }) => text !== "")
		.map(({ role, ...message }) => ({ role, text: readText(message) }));
	let left = HISTORY_TOKENS;
	const firstKept = said.findLastIndex(({ text }) => {
		left -= o200k.count(text);
		return left < 0;
	});
	return said.slice(firstKept + 1).map(({ role, text }) => ({ role, parts: [{ text }] }));
}

const readText = ({ text, details }: Omit<PastMessage, "role">): string =>
	restoreReferences(text, (details.citations ?? []) as unknown as readonly Citation[]);
