import { z } from "zod";
import { count, id, instant, named, share, tokens } from "./fields.ts";

export const ANSWER_VERDICTS = ["helped", "not_helped"] as const;
export const ITEM_VERDICTS = ["helped", "noise", "missing"] as const;

export const ratedQuestionSchema = z
	.object({
		context_id: id,
		chat_id: id.nullable(),
		question: z.string(),
		request: z
			.record(z.string(), z.unknown())
			.describe("The body with which POST /api/context asks it again"),
		asked_at: instant,
		rated_at: instant.nullable(),
		tokens: tokens.nullable().describe("What the context took that was rated"),
		answer: z.enum(ANSWER_VERDICTS).nullable(),
		items: z.array(
			z.object({
				item_id: z.string().describe("The blockId of the item; the entity's own id for what was missing"),
				verdict: z.enum(ITEM_VERDICTS),
				form: z.string().nullable().describe("In which form it was shown"),
				entity: z.object(named),
			}),
		),
	})
	.meta({ id: "RatedQuestion" });

export const ratedPageSchema = z.object({
	questions: z.array(ratedQuestionSchema),
	next_cursor: z.string().nullable(),
});

export const qualitySchema = z
	.object({
		ratings: z.object({
			answers: z.object({ helped: count, not_helped: count }),
			items: z.object({ helped: count, noise: count, missing: count }),
			precision: share.nullable().describe("Of the rated items that were shown, those that were no noise"),
		}),
		contexts: z
			.object({
				counted: count,
				mean_tokens: tokens.nullable(),
				days: z.array(z.object({ day: z.iso.date(), counted: count, mean_tokens: tokens })),
				stages: z.array(
					z.object({ stage: z.string(), mean_ms: z.number().min(0), p95_ms: z.number().min(0) }),
				),
			})
			.describe("Your newest contexts: what they took, by day and by stage of the build"),
	})
	.meta({ id: "Quality" });
