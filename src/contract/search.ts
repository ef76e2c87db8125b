import { z } from "zod";
import { folder, id, instant, name, named, query, reference, wql } from "./fields.ts";
import { LARGEST_TABLE, MOST_HITS, MOST_SUGGESTIONS } from "./limits.ts";

/** The body of `POST /api/search`. */
export const searchRequestSchema = z.strictObject({
	query,
	project_id: z.string().optional().describe("Id, ref or exact title"),
	types: z.array(z.string()).optional().describe("Kinds"),
	limit: z.int().min(1).max(MOST_HITS).optional(),
	semantic: z.boolean().optional().describe("False leaves out the search by embeddings"),
	exact: z.boolean().optional().describe("True looks for the words as written and corrects no slip"),
});

/** The body of `POST /api/query`. */
export const queryRequestSchema = z.strictObject({
	wql,
	this: reference.optional().describe("Id, ref or exact title of what {this} is"),
	limit: z.int().min(1).max(LARGEST_TABLE).optional(),
	time_zone: reference
		.optional()
		.describe("Where `today` begins; that of your profile otherwise, or the server's own"),
});

export const queryToSaveSchema = z.strictObject({ name, wql }).meta({ id: "QueryToSave" });

export const suggestionsSchema = z.object({
	suggestions: z
		.array(
			z.object({
				...named,
				project_id: id.nullable(),
				project_title: z.string().nullable(),
				state_key: z.string().nullable(),
				folder,
			}),
		)
		.max(MOST_SUGGESTIONS),
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
					folder,
					snippet: z.string(),
					highlights: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
					score: z.number(),
					legs: z.array(z.object({ leg: z.string(), rank: z.int().min(1), score: z.number() })),
					path: pathSchema.optional(),
				}),
			)
			.max(MOST_HITS),
		total: z.int().min(0),
		message: z.string(),
		corrected: z
			.object({ shown: z.string(), original: z.string() })
			.optional()
			.describe("Present when another spelling was looked for; `exact: true` searches for the original"),
	})
	.meta({ id: "SearchAnswer" });

export const queryAnswerSchema = z
	.object({
		rows: z.array(
			z.looseObject({
				...named,
				state_key: z.string().nullable(),
				folder,
			}),
		),
		total: z.int().min(0),
		truncated: z.boolean(),
	})
	.meta({ id: "QueryAnswer" });

export const savedQuerySchema = z
	.object({
		id,
		name: z.string(),
		wql: z.string(),
		created_at: instant,
		updated_at: instant,
	})
	.meta({ id: "SavedQuery" });

export const savedQueriesSchema = z.object({ queries: z.array(savedQuerySchema) });

export const removedQuerySchema = z.object({ id, removed: z.literal(true) });
