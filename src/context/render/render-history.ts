import type { HistoryContent, PrintedDigest, ShrinkableLine } from "../model/findings.ts";
import type { ConversationMessage } from "../model/request.ts";
import { fenceText } from "./fence-text.ts";

const LONGEST_MESSAGE = 2_000;
const NAMES: Readonly<Record<ConversationMessage["role"], string>> = {
	user: "Reader",
	assistant: "Assistant",
	system: "System",
};

function renderMessage({ role, content }: ConversationMessage): ShrinkableLine {
	const hidden = content.length - LONGEST_MESSAGE;
	const text = hidden > 0 ? `${content.slice(0, LONGEST_MESSAGE)}…` : content;
	const rest = hidden > 0 ? `… ${hidden} more characters\n` : "";
	return { text: `${NAMES[role]}:\n${fenceText(text)}${rest}\n` };
}

/**
 * The newest messages, oldest of them first. While all of them fit, a longer conversation begins with the very text of
 * the shorter one; a count at its head would change with every message, and no prompt cache would know it again.
 */
export function renderHistory({ messages }: HistoryContent): PrintedDigest {
	return {
		largest: messages.length,
		print: (size) => {
			const hidden = messages.length - size;
			const count = hidden > 0 ? [{ text: `_(${hidden} earlier)_\n\n` }] : [];
			return [...count, ...messages.slice(hidden).map(renderMessage)];
		},
	};
}
