import { z } from "zod";
import { LARGEST_WINDOW, SMALLEST_WINDOW } from "./limits.ts";

const MOST_MODELS = 20;
const HIGHEST_PRICE = 1_000_000;

const dollars = z.number().min(0).max(HIGHEST_PRICE);
export const priceSchema = z
	.strictObject({ input: dollars, cached: dollars, cacheWrite: dollars, output: dollars })
	.describe("US dollars for a million tokens");
export const tokenizerSchema = z.enum(["o200k", "cl100k", "estimate"]);
const name = z.string().trim().min(1).max(200);
const ids = z.array(z.string().max(300)).max(MOST_MODELS);

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
		models: z
			.array(
				z.strictObject({
					provider: name,
					model: name,
					url: z.string().max(1_000).optional(),
					apiKey: z
						.string()
						.trim()
						.min(1)
						.max(1_000)
						.nullable()
						.optional()
						.describe("Written, never read; left out it stays, null takes it away"),
					contextWindow: z.int().min(SMALLEST_WINDOW).max(LARGEST_WINDOW).optional(),
					tokenizer: tokenizerSchema.optional(),
					seesImages: z.boolean().optional(),
					price: priceSchema.nullable().optional(),
				}),
			)
			.max(MOST_MODELS),
		chain: ids.optional(),
	})
	.meta({ id: "ModelChange" });
