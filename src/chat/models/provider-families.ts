import type { LanguageModel as AnyProviderModel } from "ai";

/** The client library's model interface, named here once. */
export type ProviderModel = Extract<AnyProviderModel, { specificationVersion: "v3" }>;
export type ProviderCall = Parameters<ProviderModel["doStream"]>[0];
export type ProviderPart =
	Awaited<ReturnType<ProviderModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A family answers for itself: shared code never asks which provider it talks to. */
export interface ProviderFamily {
	readonly name: string;
	readonly keyVariable: string;
	/** A server on the user's machine needs no key. */
	readonly keyRequired: boolean;
	readonly urlVariable: string;
	readonly defaultUrl?: string;
	readonly defaultModel?: string;
	/** Whether the wire carries cache breakpoints; otherwise the parts of a message are sent as one text. */
	readonly carriesCacheMarks: boolean;
	/** Loads the provider's client only now: it takes a tenth of a second that no other command should pay. */
	connect(options: {
		readonly model: string;
		readonly url: string;
		readonly apiKey: string | undefined;
		readonly fetch: typeof fetch;
	}): Promise<ProviderModel>;
}

const anthropic: ProviderFamily = {
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

/** Every provider there is a client for, in the order in which a key alone chooses one. */
export const PROVIDER_FAMILIES: readonly ProviderFamily[] = [anthropic, openai, openaiCompatible];

export const PROVIDER_NAMES: readonly string[] = PROVIDER_FAMILIES.map(({ name }) => name);

export const findFamily = (provider: string): ProviderFamily | undefined =>
	PROVIDER_FAMILIES.find(({ name }) => name === provider);
