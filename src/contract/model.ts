import { z } from "zod";
import { reference } from "./fields.ts";
import { HIGHEST_PRICE, LARGEST_WINDOW, LONGEST_REFERENCE, MOST_MODELS, SMALLEST_WINDOW } from "./limits.ts";

const dollars = z.number().min(0).max(HIGHEST_PRICE);
export const priceSchema = z
	.strictObject({ input: dollars, cached: dollars, cacheWrite: dollars, output: dollars })
	.describe("US dollars for a million tokens");
export const tokenizerSchema = z.enum(["o200k", "cl100k", "estimate"]);
const text = z.string().trim().min(1).max(LONGEST_REFERENCE);

/** One model as it is set up, by a request or by the configuration file. */
export const modelSetupSchema = z.strictObject({
	provider: text,
	model: text,
	url: reference.optional(),
	apiKey: text.nullable().optional().describe("Written, never read; left out it stays, null takes it away"),
	contextWindow: z.int().min(SMALLEST_WINDOW).max(LARGEST_WINDOW).optional(),
	tokenizer: tokenizerSchema.optional(),
	seesImages: z.boolean().optional(),
	price: priceSchema.nullable().optional(),
});

export const modelsSchema = z
	.object({
		models: z.array(
			z.object({
				id: z.string().describe("provider:model"),
				provider: z.string(),
				model: z.string(),
				contextWindow: z.int(),
				tokenizer: tokenizerSchema.describe("estimate: counts are upper bounds"),
				seesImages: z.boolean(),
				price: priceSchema.nullable(),
				source: z.enum(["environment", "file", "workspace"]),
				url: z
					.string()
					.nullable()
					.describe("For those who manage the workspace; null for the provider's own"),
				hasKey: z.boolean(),
				ready: z.boolean().describe("Whether it can be asked"),
			}),
		),
		chain: z.array(z.string()).describe("The default, then those that stand in for it"),
		mayChange: z.boolean(),
		mayNameAddresses: z.boolean(),
		providers: z.array(z.object({ name: z.string(), keyRequired: z.boolean(), urlRequired: z.boolean() })),
	})
	.meta({ id: "Models" });

export const modelChangeSchema = z
	.strictObject({
		models: z.array(modelSetupSchema).max(MOST_MODELS),
		chain: z.array(reference).max(MOST_MODELS).optional(),
	})
	.meta({ id: "ModelChange" });
