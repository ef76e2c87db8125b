import type {
	ContextHints,
	ContextWishes,
	Focus,
	Reading,
	TokenBudget,
} from "../../contract/context-request.ts";
import type { ContextOverrides } from "./config.ts";

export type {
	ContextHints,
	ConversationMessage,
	Fill,
	RequestType,
	TokenBudget,
} from "../../contract/context-request.ts";

export type BudgetCategory = Exclude<keyof TokenBudget, "total">;

export type Correction = Exclude<Reading, string>;

/** A request of the contract with its names resolved, and what only the server itself may add. */
export interface ContextRequest extends Omit<ContextWishes, "project_id" | "focus" | "config" | "now"> {
	readonly focus?: Focus | undefined;
	readonly projectId?: string | undefined;
	/** The history, where the prompt holds it already: the question is read and searched with it, and it is not printed again. */
	readonly conversation?: ContextWishes["history"];
	/** The most tokens, even if the figures and the attached notes add up to more: the size of a model's window. */
	readonly mostTokens?: number | undefined;
	/** Figures for this request alone; they override the configuration and the recipe. */
	readonly config?: ContextOverrides | undefined;
	/** Pairs that count as unconnected: an evaluation must not see the answer in its own question. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
	/** Prints on the line of each item why it is there, for a model that cannot read the account of the context. */
	readonly printsReasons?: boolean | undefined;
	/** The moment the question is asked; whole days count, so that a prompt stays the same within a day. */
	readonly now: string;
}

/** `kanban_card` is how a program writes what people call a kanban card. */
export const listPrioritized = ({ hints }: ContextRequest): ReadonlySet<string> =>
	new Set(hints?.prioritizeTypes?.flatMap((type) => [type, type.replaceAll("_", " ")]));

type TimeRange = NonNullable<ContextHints["timeRange"]>;

const DAY_LENGTH = "2026-01-31".length;

/** A day as an end means the whole of it. */
const endOf = (moment: string): number =>
	Date.parse(moment.length === DAY_LENGTH ? `${moment}T23:59:59.999Z` : moment);

/** Whether a moment is within the requested time; true for any moment without one. */
export function isWithin({ start, end }: TimeRange = {}, moment: string): boolean {
	const at = Date.parse(moment);
	return (start === undefined || at >= Date.parse(start)) && (end === undefined || at <= endOf(end));
}
