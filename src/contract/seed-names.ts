import { z } from "zod";

/**
 * Names under which the same things are accepted that have another name here. They come from the interfaces that Skein
 * succeeds, so that programs written for those go on working. Nothing else in the code may know them.
 */

interface Wishes {
	readonly budget?: unknown;
	readonly history?: unknown;
}

/** The second names of a context's budget and of its conversation. */
export interface OtherRequest<Own extends Wishes> {
	readonly tokenBudget?: Own["budget"];
	readonly conversationHistory?: Own["history"];
}

/** The schemas of the second names are those of the first. */
export const withOtherNames = <Budget, History>({
	budget,
	history,
}: {
	budget: Budget;
	history: History;
}) => ({
	tokenBudget: budget,
	conversationHistory: history,
});

/** A request under our own names alone. Both names of one thing are refused: one of them would be ignored in silence. */
export function readOtherNames<Own extends Wishes & OtherRequest<Own>>(
	request: Own,
	refuse: (own: string, other: string) => never,
): Omit<Own, keyof OtherRequest<Own>> & { budget: Own["budget"]; history: Own["history"] } {
	const { tokenBudget, conversationHistory, ...rest } = request;
	if (tokenBudget !== undefined && rest.budget !== undefined) refuse("budget", "tokenBudget");
	if (conversationHistory !== undefined && rest.history !== undefined)
		refuse("history", "conversationHistory");
	return { ...rest, budget: rest.budget ?? tokenBudget, history: rest.history ?? conversationHistory };
}

/** A focus may say of which type its entity is and what it is called; its id decides. */
export const OTHER_FOCUS_KEYS = { type: z.string(), name: z.string() };

export const OTHER_ROUTES = {
	search: "/api/onto/search",
	linked: "/api/onto/edges/linked",
	details: "/api/onto/{kind}/{id}/details",
} as const;

const DETAILS_OF_KIND = /^get_onto_([a-z][a-z0-9_]*)_details$/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** `task_id` and the like, as tools of one kind take it, or plain `entity_id`. */
function renameId(input: unknown, kind: string): unknown {
	const key = `${kind}_id`;
	if (!isObject(input) || !Object.hasOwn(input, key)) return input;
	const { [key]: entity_id, ...rest } = input;
	return { entity_id, ...rest };
}

/** The tool that a call under another name means. Such names are listed nowhere. */
export function readOtherToolName(
	name: string,
	input: unknown,
): { readonly name: string; readonly input: unknown } {
	const kind = DETAILS_OF_KIND.exec(name)?.[1];
	if (kind !== undefined) return { name: "get_entity_details", input: renameId(input, kind) };
	if (name !== "get_project_graph_full") return { name, input };
	return { name: "get_project_graph", input: isObject(input) ? { ...input, detail: "full" } : input };
}

/** The input of a tool with parameters that had another name: a query was once called `wql`. */
export function readOtherInput(name: string, input: unknown): unknown {
	if (name !== "run_query" || !isObject(input) || !Object.hasOwn(input, "wql")) return input;
	if (Object.hasOwn(input, "query")) return input;
	const { wql: query, ...rest } = input;
	return { query, ...rest };
}
