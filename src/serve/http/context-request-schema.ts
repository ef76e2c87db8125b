import { z } from "@hono/zod-openapi";
import { findProject } from "../../chat/tools/find-project.ts";
import { readQuestion } from "../../context/model/read-question.ts";
import {
	type ContextRequest,
	FILLS,
	PLAN_PARTS,
	READINGS,
	REQUEST_TYPES,
} from "../../context/model/request.ts";
import type { Session } from "../../graph/graph.ts";
import { withoutUndefined } from "./without-undefined.ts";

const LONGEST_QUERY = 100_000;
const LONGEST_NAME = 1_000;
const LARGEST_BUDGET = 1_000_000;
const MOST_IDS = 1_000;
const MOST_MESSAGES = 1_000;
const DEEPEST = 10;

const tokens = z.int().min(0).max(LARGEST_BUDGET);
/** Of any length: one too long to be an id leads nowhere, as any other that is none. */
const id = z.string();
const ids = z.array(id).max(MOST_IDS);
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const budgetSchema = z
	.strictObject({
		total: tokens,
		focus: tokens,
		semantic: tokens,
		relations: tokens,
		activity: tokens,
		history: tokens,
		system: tokens,
	})
	.partial();

const focusSchema = z
	.strictObject({
		kind: z.string(),
		type: z.string(),
		id,
		name: z.string(),
		blockId: id,
		pageId: id,
		databaseId: id,
	})
	.partial()
	.refine((focus) => focus.id ?? focus.blockId ?? focus.pageId ?? focus.databaseId, {
		message: "A focus takes an id, a blockId, a pageId or a databaseId.",
	});

const hintsSchema = z
	.strictObject({
		prioritizeTypes: z.array(z.string()).max(MOST_IDS),
		timeRange: z.strictObject({ start: moment, end: moment }).partial(),
		includeBlocks: ids,
		excludeBlocks: ids,
		maxDepth: z.int().min(0).max(DEEPEST),
	})
	.partial();

const messagesSchema = z
	.array(
		z.object({
			role: z.enum(["user", "assistant", "system"]),
			content: z.string().max(LONGEST_QUERY),
		}),
	)
	.max(MOST_MESSAGES);

/** The body of `POST /api/context`. Keys we do not know are errors: a misspelt one would otherwise be ignored in silence. */
export const contextRequestSchema = z.strictObject({
	query: z.string().max(LONGEST_QUERY),
	type: z.enum(REQUEST_TYPES).default("chat"),
	focus: focusSchema.optional(),
	project_id: z.string().optional(),
	mentions: ids.optional(),
	pins: ids.optional(),
	history: messagesSchema.optional(),
	conversationHistory: messagesSchema.optional(),
	recipe: z.string().optional(),
	budget: budgetSchema.optional(),
	fill: z
		.enum(FILLS)
		.optional()
		.describe("`enough` (the default) stops when the answer is probably shown; `budget` uses all the room"),
	read: z
		.union([
			z.enum(READINGS),
			z.strictObject({
				subject: z.string().max(LONGEST_NAME).optional(),
				without: z.array(z.enum(PLAN_PARTS)).max(PLAN_PARTS.length).optional(),
			}),
		])
		.optional()
		.describe(
			"`words` searches for the words alone, and reads no relation or set from the question; an object corrects the reading: another `subject`, or `without` some of its parts",
		),
	tokenBudget: budgetSchema.optional(),
	config: z.record(z.string(), z.unknown()).optional().describe("Figures for this request alone"),
	hints: hintsSchema.optional(),
	model: z.string().max(LONGEST_NAME).optional(),
	timezone: z.string().max(LONGEST_NAME).optional(),
	ids: z.enum(["ref", "uuid"]).optional(),
	now: z.iso.datetime().optional(),
	keep: z.boolean().optional().describe("Keep it, to be shown again exactly by GET /api/contexts/{id}"),
});

type Body = z.infer<typeof contextRequestSchema>;

/** The project may be named by id, ref or title, as the focus may. */
export function toContextRequest({ reader }: Session, body: Body): ContextRequest {
	const { query, type, recipe, mentions, pins, config, hints, model, timezone, ids } = body;
	const { focus, budget, fill, read, tokenBudget, history, conversationHistory } = body;
	return readQuestion({
		...{ query, type, recipe, mentions, pins, config, hints, model, timezone, ids },
		...{ fill, read, history, conversationHistory },
		...(body.now !== undefined && { now: body.now }),
		projectId: findProject(reader.graph, body.project_id),
		focus: focus && {
			id: focus.id,
			blockId: focus.blockId,
			pageId: focus.pageId,
			databaseId: focus.databaseId,
		},
		budget: budget && withoutUndefined(budget),
		tokenBudget: tokenBudget && withoutUndefined(tokenBudget),
	});
}
