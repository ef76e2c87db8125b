import type { EmbeddingModel as AnyEmbeddingModel } from "ai";
import type { ProviderFamily } from "./provider-families.ts";
import { openai, openaiCompatible } from "./provider-families.ts";

/** Providers of embeddings. A family answers for itself, as with language models. */
export interface EmbeddingFamily {
	readonly family: ProviderFamily;
	readonly defaultModel?: string;
	readonly batchSize: number;
	connect(
		options: Parameters<ProviderFamily["connect"]>[0],
	): Promise<Extract<AnyEmbeddingModel, { specificationVersion: "v3" }>>;
}

export const EMBEDDING_FAMILIES: readonly EmbeddingFamily[] = [
	{
		family: openai,
		defaultModel: "text-embedding-3-small",
		batchSize: 64,
		async connect({ model, url, apiKey = "", fetch }) {
			const { createOpenAI } = await import("@ai-sdk/openai");
			return createOpenAI({ baseURL: url, apiKey, fetch }).embedding(model);
		},
	},
	{
		family: openaiCompatible,
		// A model on the user's machine computes one text after the other; a failure in a large batch would lose all of it.
		batchSize: 16,
		async connect({ model, url, apiKey, fetch }) {
			const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
			return createOpenAICompatible({
				name: openaiCompatible.name,
				baseURL: url,
				fetch,
				...(apiKey === undefined ? {} : { apiKey }),
			}).embeddingModel(model);
		},
	},
];
