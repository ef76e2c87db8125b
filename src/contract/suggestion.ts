import { z } from "zod";
import { named } from "./fields.ts";

const namedSchema = z.object(named);

const unlinkedMentionSchema = z
	.object({
		source: namedSchema,
		target: namedSchema,
		blockId: z.string().nullable(),
		start: z.int(),
		end: z.int(),
		text: z.string(),
		excerpt: z.string(),
	})
	.meta({ id: "UnlinkedMention" });

export const unlinkedMentionsSchema = z.object({
	incoming: z.array(unlinkedMentionSchema),
	outgoing: z.array(unlinkedMentionSchema),
});

export const suggestionListSchema = z.object({
	suggestions: z.array(
		z
			.object({
				key: z.string().describe("The same for the same suggestion, whenever it is made"),
				type: z.enum(["duplicate", "mention", "orphan"]),
				entities: z.array(namedSchema).describe("What is kept, or linked from, comes first"),
				why: z.string(),
				accept: z.string().describe("What accepting it does"),
			})
			.meta({ id: "Suggestion" }),
	),
	total: z.int().describe("How many there are, before the limit"),
});
