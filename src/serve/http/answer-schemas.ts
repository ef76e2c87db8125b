import { z } from "@hono/zod-openapi";

/** The shapes of good answers, as the OpenAPI document tells them; a test holds real answers against them. */

const id = z.uuid();
const instant = z.iso.datetime();
const tokens = z.int().min(0);
const share = z.number().min(0).max(1);

export const entitySchema = z
	.object({
		id,
		ref: z.string(),
		kind: z.string(),
		project_id: id.nullable(),
		title: z.string(),
		aliases: z.array(z.string()),
		body: z.string(),
		description: z.string(),
		state_key: z.string().nullable(),
		type_key: z.string().nullable(),
		props: z.record(z.string(), z.unknown()),
		visibility: z.enum(["inherit", "private", "restricted"]),
		owner_id: id,
		created_by: id,
		created_at: instant,
		updated_at: instant,
		completed_at: instant.nullable(),
		archived_at: instant.nullable(),
		deleted_at: instant.nullable(),
		version: z.int().min(1),
	})
	.openapi("Entity");

export const entityPageSchema = z
	.object({ entities: z.array(entitySchema), total: z.int().min(0), next_cursor: z.string().nullable() })
	.openapi("EntityPage");

export const kindsSchema = z.object({
	kinds: z.array(
		z
			.object({
				kind: z.string(),
				label: z.string(),
				plural: z.string(),
				icon: z.string(),
				hue: z.number(),
				states: z.array(
					z.object({ key: z.string(), terminal: z.boolean().optional(), active: z.boolean().optional() }),
				),
				fields: z.array(z.looseObject({ name: z.string(), type: z.string() })),
				built_in: z.boolean(),
			})
			.openapi("Kind"),
	),
});

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

const pathSchema = z
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
	})
	.openapi("SearchAnswer");

const contextItemSchema = z
	.object({
		id,
		ref: z.string(),
		kind: z.string(),
		title: z.string(),
		version: z.int().min(1),
		form: z.enum(["full", "clipped", "light", "title"]),
		content: z.string(),
		relevance: share,
		tokens,
		because: z.object({
			collector: z.string(),
			path: pathSchema,
			scores: z.object({
				semantic: share,
				structural: share,
				recency: share,
				typeMatch: share,
				userAffinity: share,
			}),
			reason: z.string(),
		}),
		blockId: z.string(),
		blockType: z.string(),
		metadata: z.object({ pageTitle: z.string(), lastModified: instant }),
	})
	.openapi("ContextItem");

export const contextPayloadSchema = z
	.object({
		id,
		revision: z.int().min(0),
		sections: z.array(
			z.object({
				type: z.string(),
				title: z.string(),
				tokenCount: tokens,
				frameTokens: tokens,
				items: z.array(contextItemSchema),
			}),
		),
		omitted: z.array(
			z.object({
				id,
				kind: z.string(),
				title: z.string(),
				reason: z.enum(["budget", "limit", "not_found"]),
				tokens: tokens.optional(),
			}),
		),
		metadata: z.object({
			totalTokens: tokens,
			frameTokens: z.int(),
			usedTokens: tokens,
			remainingBudget: tokens,
			budget: z.object({
				total: tokens,
				focus: tokens,
				semantic: tokens,
				relations: tokens,
				activity: tokens,
				history: tokens,
				system: tokens,
			}),
			tokenizer: z.string(),
			recipe: z.string(),
			focusBlockId: z.string().optional(),
			timestamp: instant,
			collectorsUsed: z.array(z.string()),
			collectorsFailed: z.array(z.object({ name: z.string(), reason: z.string() })),
			degraded: z.boolean(),
			blocksIncluded: z.int().min(0),
			blocksConsidered: z.int().min(0),
			timings: z.record(z.string(), z.number()),
			layers: z.array(z.object({ name: z.string(), hash: z.string(), tokens: z.int() })),
		}),
		serialized: z.string(),
	})
	.openapi("ContextPayload");

const modelSchema = z.object({ id: z.string(), provider: z.string() });

export const meSchema = z.object({
	id,
	display_name: z.string(),
	profile: z.record(z.string(), z.unknown()),
	role: z.enum(["owner", "admin", "member", "guest"]),
	workspace: z.object({ id, name: z.string() }),
	model: modelSchema.nullable(),
});

export const statusSchema = z.object({
	version: z.string(),
	revision: z.int().min(0),
	entities: z.int().min(0),
	index: z.object({
		words: z.object({ indexed: z.int(), pending: z.int(), failed: z.array(z.unknown()) }),
	}),
});

export const tokenAnswerSchema = z.object({ id, token: z.string() });

export const chatSchema = z.object({ id, title: z.string(), created_at: instant }).openapi("Chat");

export const chatsSchema = z.object({ chats: z.array(chatSchema) });

export const chatWithMessagesSchema = chatSchema.extend({
	messages: z.array(
		z
			.object({
				id,
				role: z.enum(["user", "assistant"]),
				text: z.string(),
				context_id: id.nullable(),
				state: z.enum(["sent", "running", "answered", "stopped", "failed"]),
				details: z.record(z.string(), z.unknown()),
				created_at: instant,
			})
			.openapi("Message"),
	),
});

export const toolsSchema = z.object({
	tools: z.array(
		z.object({
			name: z.string(),
			title: z.string(),
			description: z.string(),
			tier: z.enum(["R0", "R1", "W1", "W2"]),
			input_schema: z.record(z.string(), z.unknown()),
		}),
	),
});

export const toolAnswerSchema = z.object({
	text: z.string(),
	structured: z.record(z.string(), z.unknown()),
});

export const importReportSchema = z.looseObject({
	source: z.string(),
	entities: z.object({ created: z.int(), updated: z.int(), skipped: z.int() }),
	edges: z.looseObject({ created: z.int() }),
	losses: z.array(z.object({ what: z.string(), where: z.string(), why: z.string() })),
	seconds: z.number(),
});

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
