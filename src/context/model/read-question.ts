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
