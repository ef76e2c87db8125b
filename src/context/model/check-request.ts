import { InvalidInputError } from "../../graph/model/errors.ts";
import type { ContextRequest } from "./request.ts";

const refuse = (message: string, details: Readonly<Record<string, unknown>>, code?: string): never => {
	throw new InvalidInputError(message, details, code);
};

/** Refuses hints that contradict each other in any workspace. */
function checkHints({ hints = {} }: ContextRequest): void {
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
		if (tokens !== undefined && (!Number.isSafeInteger(tokens) || tokens < 0))
			refuse(`The budget for ${category} takes a whole number of tokens, 0 or more.`, {
				field: `budget.${category}`,
			});
	}
}
