import type { LanguageModel, ModelEvent, ModelRequest } from "./model.ts";
import { ModelError } from "./model-error.ts";

/** Several models as one: the next is asked when one fails before its first word. */
export function chainModels(models: readonly [LanguageModel, ...LanguageModel[]]): LanguageModel {
	const [first, ...others] = models;
	if (others.length === 0) return first;
	const tokenizers = new Set(models.map((model) => model.tokenizer));
	return {
		id: first.id,
		provider: first.provider,
		// A prompt must fit whichever of them gets it in the end.
		contextWindow: Math.min(...models.map((model) => model.contextWindow)),
		tokenizer: tokenizers.size === 1 ? first.tokenizer : "estimate",
		seesImages: models.every((model) => model.seesImages),
		price: first.price,
		stream: (request) => streamFirst(models, request),
	};
}

async function* streamFirst(
	models: readonly LanguageModel[],
	request: ModelRequest,
): AsyncGenerator<ModelEvent> {
	for (const [index, model] of models.entries()) {
		let said = false;
		try {
			for await (const event of model.stream(request)) {
				if (!said) yield { type: "model", id: model.id, provider: model.provider, price: model.price };
				said = true;
				yield event;
			}
			return;
		} catch (error) {
			// Once a word is out, another model would begin again in the middle of the answer.
			const mayGoOn = !said && error instanceof ModelError && index < models.length - 1;
			if (!mayGoOn || request.signal.aborted) throw error;
		}
	}
}
