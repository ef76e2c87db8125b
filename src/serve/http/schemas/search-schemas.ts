import { z } from "@hono/zod-openapi";
import { id, instant } from "./shared-fields.ts";

export const suggestionsSchema = z.object({
	suggestions: z
		.array(
			z.object({
				id,
				ref: z.string(),
				kind: z.string(),
				title: z.string(),
				project_id: id.nullable(),
				project_title: z.string().nullable(),
				state_key: z.string().nullable(),
			}),
		)
		.max(8),
});

export const pathSchema = z
	.array(
		z.object({
			id,
			title: z.string(),
			relation: z.string().optional(),
			direction: z.enum(["outgoing", "incoming"]).optional(),
			through: z.string().optional().describe("The name by which one text leads to the next"),
		}),
	)
	.describe("The way from what was asked to what was found, step by step");

export const searchAnswerSchema = z
	.object({
		results: z
			.array(
				z.object({
					type: z.string(),
					id,
					ref: z.string(),
					project_id: id.nullable(),
					project_name: z.string().optional(),
					title: z.string(),
					snippet: z.string(),
					highlights: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
					score: z.number(),
					legs: z.array(z.object({ leg: z.string(), rank: z.int().min(1), score: z.number() })),
					path: pathSchema.optional(),
				}),
			)
			.max(50),
		total: z.int().min(0),
		message: z.string(),
		corrected: z
			.object({ shown: z.string(), original: z.string() })
			.optional()
			.describe("Present when another spelling was looked for; `exact: true` searches for the original"),
	})
	.openapi("SearchAnswer");

export const queryAnswerSchema = z
	.object({
		rows: z.array(
			z.looseObject({
				id,
				ref: z.string(),
				kind: z.string(),
				title: z.string(),
				state_key: z.string().nullable(),
			}),
		),
		total: z.int().min(0),
		truncated: z.boolean(),
	})
	.openapi("QueryAnswer");

export const savedQuerySchema = z
	.object({
		id,
		name: z.string(),
		wql: z.string(),
		created_at: instant,
		updated_at: instant,
	})
	.openapi("SavedQuery");

export const savedQueriesSchema = z.object({ queries: z.array(savedQuerySchema) });

export const removedQuerySchema = z.object({ id, removed: z.literal(true) });
