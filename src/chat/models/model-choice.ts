import type { z } from "zod";
import type { Answer, Frozen } from "../../contract/frozen.ts";
import type { modelChangeSchema, modelsSchema } from "../../contract/model.ts";
import type { LanguageModel } from "./model.ts";

/** The models that may be chosen, with their facts but without their keys, and the chain: the default, then its substitutes. */
export type ModelList = Pick<Answer<typeof modelsSchema>, "models" | "chain">;

export type ListedModel = ModelList["models"][number];

/** The models that a workspace sets up for itself. A missing key keeps the stored one; null removes it. */
export type ModelChange = Frozen<z.infer<typeof modelChangeSchema>>;

/** The models of an installation, as each workspace sees them. */
export interface ModelChoice {
	list(workspaceId: string): ModelList;
	/** The one of that id, or the default, with the others behind it; null when there is none. */
	choose(workspaceId: string, id?: string): LanguageModel | null;
	change(workspaceId: string, change: ModelChange): Promise<void>;
}
