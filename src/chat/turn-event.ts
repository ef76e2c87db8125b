import type { ContextPayload } from "../context/model/payload.ts";
import type { Citation, turnEndSchema } from "../contract/event.ts";
import type { Answer } from "../contract/frozen.ts";
import type { SkeinError } from "../graph/model/errors.ts";
import type { ShownApproval } from "./show-approval.ts";
import type { CallOutcome } from "./turn-tools.ts";

export interface TurnEnd extends Answer<typeof turnEndSchema> {
	readonly type: "end";
}

/** The end of an answer of which nothing else is known or may be sent. */
export const UNKNOWN_END: Omit<TurnEnd, "type" | "state"> = {
	...{ model: null, citations: [], usage: null, cost: null },
	...{ passes: 0, actions: [], tainted: true, foreign: [], error: null },
};

export const describeError = ({ code, message }: SkeinError): TurnEnd["error"] => ({ code, message });

export interface TurnIds {
	readonly chatId: string;
	readonly questionId: string;
	readonly answerId: string;
}

/** The events of a turn, in order: its ids, one context, then texts, calls and their outcomes, then exactly one end. */
export type TurnEvent =
	| ({ readonly type: "start" } & TurnIds)
	| { readonly type: "context"; readonly payload: ContextPayload }
	/** Comes before the number that it explains. */
	| { readonly type: "citation"; readonly citation: Citation }
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "tool-call"; readonly call: CallOutcome["call"] }
	| ({ readonly type: "tool-outcome" } & CallOutcome)
	/** Earlier messages that no longer fit; what they spoke of is still named. */
	| { readonly type: "compaction"; readonly leftOut: number }
	| { readonly type: "approval"; readonly approval: ShownApproval }
	| TurnEnd;
