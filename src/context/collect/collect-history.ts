import { type Findings, NOTHING_FOUND } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";

/** The conversation so far. It only grows at its end, so what was sent before stays where a prompt cache knows it. */
export function collectHistory({ request, recipe }: CollectScope): Findings {
	const { history = [] } = request;
	const messages = history.filter(({ content }) => content.trim() !== "");
	if (messages.length === 0) return NOTHING_FOUND;
	const content = { as: "history", messages } as const;
	const cap = recipe.budget.history;
	return {
		candidates: [],
		parts: [{ type: "digest", section: "history", name: "conversation", cap, content }],
		considered: messages.length,
	};
}
