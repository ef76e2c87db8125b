import type { Reader } from "../../graph/graph.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Findings } from "../model/findings.ts";
import type { Recipe } from "../model/recipe.ts";
import type { ContextRequest } from "../model/request.ts";

/** What every collector is given: one reader, one request, and what they are about. */
export interface CollectScope {
	readonly reader: Reader;
	readonly request: ContextRequest;
	readonly recipe: Recipe;
	/** What is in focus: an entity, or the page or database that holds what is. */
	readonly focus: GraphNode | undefined;
	readonly project: GraphNode | undefined;
	/** The question as a vector; nothing when there is no model for it. */
	readonly queryVector: Float32Array | undefined;
}

/** Finds candidates one way and says why. Bounded by work, never by time: the same state gives the same findings. */
export type Collector = (scope: CollectScope) => Findings | Promise<Findings>;
