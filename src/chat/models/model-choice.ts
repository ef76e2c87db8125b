import type { z } from "zod";
import type { Answer, Frozen } from "../../contract/frozen.ts";
import type { modelChangeSchema, modelsSchema } from "../../contract/model.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import type { LanguageModel } from "./model.ts";

/** The models that may be chosen, with their facts but without their keys, and the chain: the default, then its substitutes. */
export type ModelList = Pick<Answer<typeof modelsSchema>, "models" | "chain">;

export type ListedModel = ModelList["models"][number];

/** The models that a workspace sets up for itself. A missing key keeps the stored one; null removes it. */
export type ModelChange = Frozen<z.infer<typeof modelChangeSchema>>;

export interface ModelChoice {
	list(workspaceId: string): ModelList;
	/** The one of that id, or the default, with the others behind it; null when there is none. */
	choose(workspaceId: string, id?: string): LanguageModel | null;
	change(workspaceId: string, change: ModelChange): Promise<void>;
}

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

/** The settings of one model: its provider, its address, and the facts to assume about it. */
export interface ModelSettings extends Omit<ModelChange["models"][number], "apiKey"> {
	readonly apiKey?: string | undefined;
	/** The variable that holds the key, for configuration files, which hold none. */
	readonly keyVariable?: string | undefined;
}

/** Several, and which of them answer: the first, or the next that can when it fails before its first word. */
export interface ModelChoices {
	readonly models: readonly ModelSettings[];
	/** Ids, `provider:model`. */
	readonly chain: readonly string[];
}

export const idOf = ({ provider, model }: Pick<ModelSettings, "provider" | "model">): string =>
	`${provider}:${model}`;

export const NO_MODELS: ModelChoices = { models: [], chain: [] };
