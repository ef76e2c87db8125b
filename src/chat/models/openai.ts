import type { ProviderFamily } from "./provider-family.ts";

export const openai: ProviderFamily = {
	name: "openai",
	keyVariable: "OPENAI_API_KEY",
	keyRequired: true,
	urlVariable: "OPENAI_BASE_URL",
	defaultUrl: "https://api.openai.com/v1",
	defaultModel: "gpt-5.6",
	carriesCacheMarks: false,
	async connect({ model, url, apiKey = "", fetch }) {
		const { createOpenAI } = await import("@ai-sdk/openai");
		const provider = createOpenAI({ baseURL: url, apiKey, fetch });
		return needsResponses(model) ? provider.responses(model) : provider.chat(model);
	},
};

/** From gpt-5.4 on, chat completions refuses tools unless the model's reasoning is switched off. */
function needsResponses(model: string): boolean {
	const [, major, minor = "0"] = /^gpt-(\d+)(?:\.(\d+))?/.exec(model) ?? [];
	return major !== undefined && Number(major) * 100 + Number(minor) >= 504;
}
