import type { ContextRequest } from "../model/request.ts";

/** An answer may be long; what it is about is said at its beginning. */
const LONGEST_ANSWER = 600;

/**
 * What was said right before a question: the last question and the beginning of its answer. "And when did that become
 * stable?" names nothing that could be looked for.
 */
export function readBackground(
	request: Pick<ContextRequest, "history" | "conversation">,
): string | undefined {
	const history = request.history ?? request.conversation ?? [];
	const asked = history.findLast(({ role }) => role === "user")?.content ?? "";
	const answered = history.findLast(({ role }) => role === "assistant")?.content ?? "";
	return [asked, answered.slice(0, LONGEST_ANSWER)].filter((text) => text !== "").join("\n") || undefined;
}
