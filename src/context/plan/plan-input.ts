import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { ConversationMessage } from "../model/request.ts";
import type { Asking } from "./answer-rule.ts";

/** A question, where it is asked and what was said before it. */
export interface PlanInput extends Asking {
	readonly query: string;
	readonly focus: GraphNode | undefined;
	/** The project that the request names. */
	readonly project: GraphNode | undefined;
	readonly history: readonly ConversationMessage[];
	/** Pairs that count as not connected. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
}
