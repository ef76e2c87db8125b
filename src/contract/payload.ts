import { z } from "zod";
import { FILLS } from "./choices.ts";
import { fullBudgetSchema } from "./context-request.ts";
import { id, instant, named, share, tokens } from "./fields.ts";
import { pathSchema } from "./search.ts";

const SECTION_TYPES = [
	"system",
	"project",
	"focus",
	"linked",
	"relations",
	"pinned",
	"entities",
	"notes",
	"history",
	"semantic",
	"activity",
] as const;

/** How much of an entity is shown. A clipped full form says so and how to get the rest. */
const FORMS = ["full", "clipped", "light", "title"] as const;

const scoresSchema = z.object({
	semantic: share,
	structural: share,
	recency: share,
	typeMatch: share,
	userAffinity: share,
});

const contextItemSchema = z
	.object({
		...named,
		version: z.int().min(1),
		form: z.enum(FORMS),
		content: z.string(),
		relevance: share,
		tokens,
		because: z.object({
			collector: z.string(),
			path: pathSchema,
			scores: scoresSchema,
			reason: z.string(),
		}),
		blockId: z.string().describe("The block itself when the item is one; its entity otherwise"),
		blockType: z.string(),
		metadata: z.object({
			pageTitle: z.string(),
			path: z
				.array(z.string())
				.optional()
				.describe("Outermost first: a block in its page and under its headings, an entity in its project"),
			lastModified: instant,
		}),
	})
	.meta({ id: "ContextItem" });

const namedSchema = z.object(named);

const askedSetSchema = z.object({
	heading: z.string().describe("Such as: Overdue tasks in Heron"),
	total: z.int().min(0).describe("How many there are; more than are listed where there was no room"),
	listed: z.array(
		z.object({
			...named,
			state_key: z.string().nullable(),
			facts: z.array(z.object({ name: z.string(), value: z.unknown() })),
		}),
	),
	text: z.string().describe("As it is printed, its heading with the count first"),
});

export const contextPayloadSchema = z
	.object({
		id,
		sections: z.array(
			z.object({
				type: z.enum(SECTION_TYPES),
				title: z.string(),
				tokenCount: tokens.describe("Items and the section's own headings together"),
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
			frameTokens: z.int().describe("Outside all sections: sections and this add up to the total"),
			usedTokens: tokens,
			remainingBudget: tokens,
			budget: z.object(fullBudgetSchema.shape),
			tokenizer: z.string(),
			exact: z
				.boolean()
				.describe("False where the model's own tokenizer does not ship and counts err upwards"),
			recipe: z.string(),
			configHash: z.string().describe("Equal for builds that were made with the same figures"),
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
				.array(askedSetSchema)
				.optional()
				.describe("The sets that the question asks for by a rule, as far as they are listed"),
			collectorsUsed: z.array(z.string()),
			collectorsFailed: z.array(z.object({ name: z.string(), reason: z.string() })),
			degraded: z.boolean(),
			cache: z
				.object({ hits: z.array(z.string()), misses: z.array(z.string()) })
				.describe("Which collectors could be answered from before, and which had to work"),
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
				"The text that went into the prompt, where it is another: what is new to the conversation, or all of it behind what was cited earlier",
			),
	})
	.meta({ id: "ContextPayload" });
