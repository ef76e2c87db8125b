import { z } from "@hono/zod-openapi";
import { findProject } from "../../chat/tools/find-project.ts";
import type { ContextRequest } from "../../context/model/request.ts";
import type { Session } from "../../graph/graph.ts";

const LONGEST_QUERY = 100_000;
const LARGEST_BUDGET = 1_000_000;

const tokens = z.int().min(0).max(LARGEST_BUDGET);

const budgetSchema = z.strictObject({
	total: tokens.optional(),
	focus: tokens.optional(),
	semantic: tokens.optional(),
	relations: tokens.optional(),
	activity: tokens.optional(),
	history: tokens.optional(),
	system: tokens.optional(),
});

const focusSchema = z.strictObject({
	kind: z.string().optional(),
	type: z.string().optional(),
	id: z.string(),
	name: z.string().optional(),
});

/** The body of `POST /api/context`. Keys we do not know are errors: a misspelt one would otherwise be ignored in silence. */
export const contextRequestSchema = z.strictObject({
	query: z.string().max(LONGEST_QUERY),
	type: z.enum(["assist", "chat", "search", "automate"]).default("chat"),
	focus: focusSchema.optional(),
	project_id: z.string().optional(),
	recipe: z.string().optional(),
	budget: budgetSchema.optional(),
	tokenBudget: budgetSchema.optional(),
	model: z.string().optional(),
	now: z.iso.datetime().optional(),
});

const withoutUndefined = <Value extends object>(
	value: Value,
): { [Key in keyof Value]?: NonNullable<Value[Key]> } =>
	Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never;

/** The project may be named by id, ref or title, as the focus may. */
export function toContextRequest(
	{ reader }: Session,
	body: z.infer<typeof contextRequestSchema>,
): ContextRequest {
	const budget = body.budget ?? body.tokenBudget;
	return {
		query: body.query,
		type: body.type,
		focus: body.focus && { id: body.focus.id },
		projectId: findProject(reader.graph, body.project_id),
		recipe: body.recipe,
		budget: budget && withoutUndefined(budget),
		model: body.model,
		now: body.now ?? new Date().toISOString(),
	};
}
