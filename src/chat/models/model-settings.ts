import type { ModelFacts } from "./model.ts";

type KnownFacts = { readonly [Fact in keyof ModelFacts]?: ModelFacts[Fact] | undefined };

/** The settings of one model: its provider, its address, and the facts to assume about it. */
export interface ModelSettings extends KnownFacts {
	readonly provider: string;
	readonly model: string;
	/** Another address than the provider's own. */
	readonly url?: string | undefined;
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
