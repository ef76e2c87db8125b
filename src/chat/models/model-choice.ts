import type { LanguageModel, ModelFacts } from "./model.ts";
import type { ModelSettings } from "./model-settings.ts";

/** A model that may be chosen, and what there is to know about it. Its key is not. */
export interface ListedModel extends ModelFacts {
	/** `provider:model`. */
	readonly id: string;
	readonly provider: string;
	readonly model: string;
	/** Where it was set up; a workspace changes only its own. */
	readonly source: "environment" | "file" | "workspace";
	/** Null for the provider's own address. */
	readonly url: string | null;
	readonly hasKey: boolean;
	/** Whether it can be asked: it has a key if it needs one, and an address. */
	readonly ready: boolean;
}

export interface ModelList {
	readonly models: readonly ListedModel[];
	/** The default model first, then its substitutes. */
	readonly chain: readonly string[];
}

/** The models that a workspace sets up for itself. A missing key keeps the stored one; null removes it. */
export interface ModelChange {
	readonly models: readonly (Omit<ModelSettings, "apiKey" | "keyVariable"> & {
		readonly apiKey?: string | null | undefined;
	})[];
	readonly chain?: readonly string[] | undefined;
}

/** The models of an installation, as each workspace sees them. */
export interface ModelChoice {
	list(workspaceId: string): ModelList;
	/** The one of that id, or the default, with the others behind it; null when there is none. */
	choose(workspaceId: string, id?: string): LanguageModel | null;
	change(workspaceId: string, change: ModelChange): Promise<void>;
}
