import type { Answer } from "../../contract/frozen.ts";
import type { contextPayloadSchema } from "../../contract/payload.ts";

/** Everything about one context: the text, what is in it and why, and what is not. */
export type ContextPayload = Answer<typeof contextPayloadSchema>;

export type ContextSection = ContextPayload["sections"][number];

export type ContextItem = ContextSection["items"][number];

/** A set that the question asks for by a rule. */
export type AskedSet = NonNullable<ContextPayload["metadata"]["asked"]>[number];

/** A question as it was read, in words and as data. */
export type PlanSummary = ContextPayload["metadata"]["plan"];

export type Omission = ContextPayload["omitted"][number];
