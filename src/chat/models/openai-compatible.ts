import type { ProviderFamily } from "./provider-family.ts";

/** Any server with OpenAI's chat completions API: Ollama, LM Studio, vLLM, a company's gateway. */
export const openaiCompatible: ProviderFamily = {
	name: "openai-compatible",
	keyVariable: "SKEIN_MODEL_API_KEY",
	keyRequired: false,
	urlVariable: "SKEIN_MODEL_URL",
	carriesCacheMarks: false,
	async connect({ model, url, apiKey, fetch }) {
		const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
		const provider = createOpenAICompatible({
			name: "openai-compatible",
			baseURL: url,
			fetch,
			includeUsage: true,
			...(apiKey === undefined ? {} : { apiKey }),
		});
		return provider.chatModel(model);
	},
};
