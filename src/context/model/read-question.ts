import { InvalidInputError } from "../../graph/model/errors.ts";
import type { ContextRequest, ConversationMessage, TokenBudget } from "./request.ts";

/** A request as a caller writes it: type and time have defaults, and two keys have a longer name too. */
export interface ContextQuestion
	extends Omit<ContextRequest, "now" | "type" | "mostTokens" | "conversation">,
		Partial<Pick<ContextRequest, "now" | "type">> {
	readonly tokenBudget?: Partial<TokenBudget> | undefined;
	readonly conversationHistory?: readonly ConversationMessage[] | undefined;
}

const KEYS: Readonly<Record<keyof ContextQuestion, true>> = {
	query: true,
	type: true,
	focus: true,
	projectId: true,
	mentions: true,
	pins: true,
	history: true,
	conversationHistory: true,
	recipe: true,
	budget: true,
	tokenBudget: true,
	fill: true,
	read: true,
	config: true,
	hints: true,
	model: true,
	timezone: true,
	ids: true,
	apart: true,
	now: true,
};

function refuseTwice(
	question: ContextQuestion,
	first: keyof ContextQuestion,
	second: keyof ContextQuestion,
): void {
	if (question[first] === undefined || question[second] === undefined) return;
	throw new InvalidInputError(`${first} and ${second} are two names of one thing. Give one of them.`, {
		field: second,
	});
}

/** A key that nobody knows would be ignored in silence, and with it the budget that somebody meant to set. */
export function readQuestion(question: ContextQuestion): ContextRequest {
	const unknown = Object.keys(question).find((key) => !Object.hasOwn(KEYS, key));
	if (unknown !== undefined) {
		throw new InvalidInputError(
			`A context is not asked for with "${unknown}". It takes ${Object.keys(KEYS).join(", ")}.`,
			{ field: unknown },
		);
	}
	refuseTwice(question, "budget", "tokenBudget");
	refuseTwice(question, "history", "conversationHistory");
	const { tokenBudget, conversationHistory, ...request } = question;
	return {
		...request,
		type: request.type ?? "chat",
		now: request.now ?? new Date().toISOString(),
		budget: request.budget ?? tokenBudget,
		history: request.history ?? conversationHistory,
	};
}
