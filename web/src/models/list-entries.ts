import type { ModelEntry, OfferedModel } from "../api/model-calls.ts";

/** Returns the workspace's own models in the form in which they are sent back; their keys stay on the server. */
export function listEntries(models: readonly OfferedModel[]): readonly ModelEntry[] {
	return models
		.filter(({ source }) => source === "workspace")
		.map(({ provider, model, url, contextWindow, tokenizer, seesImages, price }) => ({
			// Every field: the server removes a field that is not sent back.
			...{ provider, model, contextWindow, tokenizer, seesImages, price },
			...(url !== null && { url }),
		}));
}
