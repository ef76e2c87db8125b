import { type Findings, findPart, NOTHING_FOUND } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";

/** The conversation so far. It only grows at its end, so what was sent before stays where a prompt cache knows it. */
export function collectHistory({ request, recipe }: CollectScope): Findings {
	const { history = [] } = request;
	const messages = history.filter(({ content }) => content.trim() !== "");
	if (messages.length === 0) return NOTHING_FOUND;
	const [content, cap] = [{ as: "history", messages } as const, recipe.budget.history];
	return findPart({ section: "history", name: "conversation", cap, content }, messages.length);
}
