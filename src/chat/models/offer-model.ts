import { InvalidInputError } from "../../graph/model/errors.ts";
import type { LanguageModel } from "./model.ts";
import type { ModelChoice } from "./model-choice.ts";

/** One model for every workspace, or none. */
export function offerModel(model: LanguageModel | null): ModelChoice {
	const id = model && `${model.provider}:${model.id}`;
	return {
		list: () => {
			if (model === null || id === null) return { models: [], chain: [] };
			const { provider, contextWindow, tokenizer, seesImages, price } = model;
			const facts = { contextWindow, tokenizer, seesImages, price };
			const place = { source: "environment", url: null, hasKey: true, ready: true } as const;
			return { models: [{ id, provider, model: model.id, ...facts, ...place }], chain: [id] };
		},
		choose: (_workspaceId, wanted) => {
			if (wanted !== undefined && wanted !== id) throw unknownModel();
			return model;
		},
		change: async () => {
			throw new InvalidInputError("The models of this server cannot be changed here.", {}, "models_fixed");
		},
	};
}

export const unknownModel = (): InvalidInputError =>
	new InvalidInputError(
		"There is no such model here. GET /api/models, or skein models list, names those there are.",
		{ field: "model" },
		"unknown_model",
	);
