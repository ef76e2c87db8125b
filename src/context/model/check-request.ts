import { InvalidInputError } from "../../graph/model/errors.ts";
import type { ContextRequest } from "./request.ts";

const refuse = (message: string, details: Readonly<Record<string, unknown>>, code?: string): never => {
	throw new InvalidInputError(message, details, code);
};

/** Wishes that cannot all be met: whichever we chose, the asker would be surprised. */
function checkHints({ hints = {}, focus, pins = [], mentions = [] }: ContextRequest): void {
	const excluded = new Set(hints.excludeBlocks);
	const asked = {
		includeBlocks: hints.includeBlocks ?? [],
		focus: Object.values(focus ?? {}),
		pins,
		mentions,
	};
	for (const [field, ids] of Object.entries(asked)) {
		const both = ids.filter((id) => id !== undefined && excluded.has(id));
		if (both.length > 0) {
			refuse(
				`${both.join(", ")} is asked for by ${field} and shut out by excludeBlocks. Take it out of one of them.`,
				{ field: "hints.excludeBlocks", with: field, ids: both },
				"contradictory_hints",
			);
		}
	}
	const { start, end } = hints.timeRange ?? {};
	for (const [name, moment] of [
		["start", start],
		["end", end],
	] as const) {
		if (moment !== undefined && Number.isNaN(Date.parse(moment)))
			refuse(`The time range's ${name} is no date. Write it as 2026-03-31 or 2026-03-31T08:00:00Z.`, {
				field: `hints.timeRange.${name}`,
			});
	}
	if (start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end)) {
		refuse(
			"The time range starts after it ends. Swap start and end.",
			{ field: "hints.timeRange" },
			"contradictory_hints",
		);
	}
}

/** Refuses what no context could answer, before any work is done. */
export function checkRequest(request: ContextRequest): void {
	checkHints(request);
	if (Number.isNaN(Date.parse(request.now))) {
		refuse("The moment of the question is no date. Write it as 2026-03-31T08:00:00Z.", { field: "now" });
	}
	for (const [category, tokens] of Object.entries(request.budget ?? {})) {
		if (!Number.isSafeInteger(tokens) || tokens < 0)
			refuse(`The budget for ${category} takes a whole number of tokens, 0 or more.`, {
				field: `budget.${category}`,
			});
	}
}
