import type { EntityHeader } from "../../graph/model/entity.ts";
import type { ConversationMessage } from "../model/request.ts";
import type { Asking } from "./answer-rule.ts";

/** A question, where it is asked and what was said before it. */
export interface PlanInput extends Asking {
	readonly query: string;
	readonly focus: EntityHeader | undefined;
	/** The project that the request names. */
	readonly project: EntityHeader | undefined;
	readonly history: readonly ConversationMessage[];
	/** Pairs that count as not connected. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
}
