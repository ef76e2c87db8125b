import { z } from "@hono/zod-openapi";
import { FILLS } from "../../../context/model/request.ts";
import { SECTIONS } from "../../../context/model/section.ts";
import { pathSchema } from "./search-schemas.ts";
import { id, instant, share, tokens } from "./shared-fields.ts";

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
		blockId: z.string().describe("The block itself when the item is one; its entity otherwise"),
		blockType: z.string(),
		metadata: z.object({
			pageTitle: z.string(),
			path: z
				.array(z.string())
				.optional()
				.describe("What it stands in: a block in its page and under its headings, an entity in its project"),
			lastModified: instant,
		}),
	})
	.openapi("ContextItem");

const namedSchema = z.object({ id, ref: z.string(), kind: z.string(), title: z.string() });

export const contextPayloadSchema = z
	.object({
		id,
		sections: z.array(
			z.object({
				type: z.enum(SECTIONS.map(({ type }) => type)),
				title: z.string(),
				tokenCount: tokens,
				frameTokens: tokens,
				items: z.array(contextItemSchema),
			}),
		),
		omitted: z.array(
			z.object({
				id: z.string().describe("As it was asked for when nothing was found under it"),
				kind: z.string().optional(),
				title: z.string().optional(),
				reason: z.enum(["budget", "limit", "relevance", "not_found"]),
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
			exact: z
				.boolean()
				.describe("False where the model's own tokenizer does not ship and counts err upwards"),
			recipe: z.string(),
			configHash: z.string(),
			focusBlockId: z.string().optional(),
			focusPageId: z.string().optional(),
			timestamp: instant,
			today: z.iso.date().describe("The reader's own day"),
			fill: z.enum(FILLS),
			plan: z
				.object({
					readAs: z.string(),
					subject: namedSchema.optional(),
					alternatives: z.array(namedSchema).optional().describe("What else it may mean by that name"),
					relation: z.string().optional(),
					rules: z.array(z.string()),
					kinds: z.array(z.string()),
					marks: z.array(z.string()).optional().describe("What it says of states and fields"),
					projectId: id.optional(),
					words: z.array(z.string()),
					query: z.string().optional().describe("The set that it asks for, in the query language"),
					noQuery: z.string().optional().describe("Why the query language cannot say it"),
				})
				.describe("How the question was read: what it is about, which relation and which set it asks for"),
			asked: z
				.array(
					z.object({
						heading: z.string(),
						total: z.int().min(0),
						listed: z.array(
							z.object({
								id,
								ref: z.string(),
								kind: z.string(),
								title: z.string(),
								state_key: z.string().nullable(),
								facts: z.array(z.object({ name: z.string(), value: z.unknown() })),
							}),
						),
						text: z.string(),
					}),
				)
				.optional()
				.describe("The sets that the question asks for by a rule, as far as they are listed"),
			collectorsUsed: z.array(z.string()),
			collectorsFailed: z.array(z.object({ name: z.string(), reason: z.string() })),
			degraded: z.boolean(),
			cache: z.object({ hits: z.array(z.string()), misses: z.array(z.string()) }),
			blocksIncluded: z.int().min(0),
			blocksConsidered: z.int().min(0),
			timings: z.record(z.string(), z.number()),
			layers: z.array(z.object({ name: z.string(), hash: z.string(), tokens: z.int() })),
		}),
		serialized: z.string(),
		sent: z
			.string()
			.optional()
			.describe(
				"What of it went into a prompt whose earlier messages hold the rest; absent where all of it did",
			),
	})
	.openapi("ContextPayload");
