import type { Answer } from "../../../src/contract/frozen.ts";
import type { modelChangeSchema, modelsSchema } from "../../../src/contract/model.ts";
import { type CallOptions, getJson, write } from "./api.ts";

/** Calls about the language models of a workspace. */

export type Models = Answer<typeof modelsSchema>;

export type OfferedModel = Models["models"][number];

/** A model as a person sets it up; a key left out stays as it is. */
export type ModelEntry = Answer<typeof modelChangeSchema>["models"][number];

export const getModels = (options?: CallOptions): Promise<Models> => getJson("/api/models", options);

export const putModels = (wish: {
	readonly models: readonly ModelEntry[];
	readonly chain: readonly string[];
}) => write<Models>("PUT", "/api/models", wish);
