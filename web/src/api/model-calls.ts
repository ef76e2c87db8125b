import { type CallOptions, getJson, type Written, write } from "../api.ts";

/** The calls about the language models of a workspace. */

export interface OfferedModel {
	/** Provider and name, as a question names it. */
	readonly id: string;
	readonly provider: string;
	readonly model: string;
	readonly contextWindow: number;
	readonly tokenizer: string;
	readonly seesImages: boolean;
	/** US dollars for a million tokens; null where nobody has said. */
	readonly price: { readonly input: number; readonly output: number } | null;
	/** Those of the workspace are changed here, the others where the server is started. */
	readonly source: "environment" | "file" | "workspace";
	readonly url: string | null;
	readonly hasKey: boolean;
	readonly ready: boolean;
}

export interface ProviderRule {
	readonly name: string;
	readonly keyRequired: boolean;
	readonly urlRequired: boolean;
}

export interface Models {
	readonly models: readonly OfferedModel[];
	/** The one that answers, then those that stand in for it. */
	readonly chain: readonly string[];
	readonly mayChange: boolean;
	readonly mayNameAddresses: boolean;
	readonly providers: readonly ProviderRule[];
}

export interface ModelEntry {
	readonly provider: string;
	readonly model: string;
	readonly url?: string;
	/** Left out, a stored key stays. */
	readonly apiKey?: string;
	readonly contextWindow?: number;
}

export const getModels = (options?: CallOptions): Promise<Models> => getJson("/api/models", options);

export const putModels = (wish: {
	readonly models: readonly ModelEntry[];
	readonly chain: readonly string[];
}): Promise<Written<Models>> => write("PUT", "/api/models", wish);
