import type { LanguageModel, ModelFacts } from "./model.ts";
import type { ProviderFamily } from "./provider-families.ts";

export interface Patience {
	/** Seconds without a single byte before the answer counts as stalled. */
	readonly stallSeconds: number;
	/** Further attempts after a failure, as long as nothing of the answer has been handed out. */
	readonly retries: number;
	/** The pause before the first retry, doubled for each one after; a provider's retry-after goes before it. */
	readonly retrySeconds: number;
	readonly longestRetrySeconds: number;
}

export const DEFAULT_PATIENCE: Patience = {
	stallSeconds: 120,
	retries: 2,
	retrySeconds: 1,
	longestRetrySeconds: 30,
};

/** One model at one address, with everything an answer needs to know about it. */
export interface ModelConnection {
	readonly family: ProviderFamily;
	readonly model: string;
	readonly url: string;
	readonly apiKey: string | undefined;
	readonly patience: Patience;
}

interface LanguageModelOptions extends Omit<ModelConnection, "patience">, ModelFacts {
	readonly patience?: Partial<Patience>;
}

export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
	const { family, model, url, apiKey, contextWindow, tokenizer, seesImages, price } = options;
	const patience = { ...DEFAULT_PATIENCE, ...options.patience };
	const connection: ModelConnection = { family, model, url, apiKey, patience };
	return {
		id: model,
		provider: family.name,
		contextWindow,
		tokenizer,
		seesImages,
		price,
		async *stream(request) {
			const { streamAnswer } = await import("./stream-answer.ts");
			yield* streamAnswer(connection, request);
		},
	};
}
