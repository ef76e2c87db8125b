import type { ModelEntry, OfferedModel } from "../api/model-calls.ts";

/** The workspace's own models as they are sent back; their keys stay where they are. */
export function listEntries(models: readonly OfferedModel[]): readonly ModelEntry[] {
	return models
		.filter(({ source }) => source === "workspace")
		.map(({ provider, model, url, contextWindow, tokenizer, seesImages, price }) => ({
			// All of it: what is not sent back is taken away.
			...{ provider, model, contextWindow, tokenizer, seesImages, price },
			...(url !== null && { url }),
		}));
}
