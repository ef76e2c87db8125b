import { contextRequestSchema, type FocusForm, readFocus } from "../../contract/context-request.ts";
import { type OtherRequest, readOtherNames } from "../../contract/seed-names.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import type { ContextRequest } from "./request.ts";

/** A request as a caller writes it: type and time have defaults, a focus has several forms, and two keys have a second name. */
export interface ContextQuestion
	extends Omit<ContextRequest, "now" | "type" | "focus" | "mostTokens" | "conversation">,
		Partial<Pick<ContextRequest, "now" | "type">>,
		OtherRequest<ContextRequest> {
	readonly focus?: FocusForm | undefined;
}

const { project_id: _, keep: __, ...shape } = contextRequestSchema.shape;
const KEYS: readonly string[] = [...Object.keys(shape), "projectId", "apart"];

/** An unknown key is refused: ignored in silence, it could be the budget that somebody meant to set. */
export function readQuestion(question: ContextQuestion): ContextRequest {
	const unknown = Object.keys(question).find((key) => !KEYS.includes(key));
	if (unknown !== undefined) {
		throw new InvalidInputError(
			`A context is not asked for with "${unknown}". It takes ${KEYS.join(", ")}.`,
			{ field: unknown },
		);
	}
	const { focus, ...request } = readOtherNames(question, (own, other) => {
		throw new InvalidInputError(`${own} and ${other} are two names of one thing. Give one of them.`, {
			field: other,
		});
	});
	return {
		...request,
		type: request.type ?? "chat",
		now: request.now ?? new Date().toISOString(),
		focus: readFocus(focus),
	};
}

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
