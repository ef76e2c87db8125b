import type { ProviderFamily } from "./provider-family.ts";

export const anthropic: ProviderFamily = {
	name: "anthropic",
	keyVariable: "ANTHROPIC_API_KEY",
	keyRequired: true,
	urlVariable: "ANTHROPIC_BASE_URL",
	defaultUrl: "https://api.anthropic.com/v1",
	defaultModel: "claude-sonnet-5-5",
	carriesCacheMarks: true,
	async connect({ model, url, apiKey = "", fetch }) {
		const { createAnthropic } = await import("@ai-sdk/anthropic");
		return createAnthropic({ baseURL: url, apiKey, fetch }).chat(model);
	},
};
