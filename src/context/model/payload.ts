import type { projectGraphSchema } from "../../contract/edge.ts";
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

type ProjectGraph = Answer<typeof projectGraphSchema>;

export type Coverage = ProjectGraph["coverage"];

export type KindCoverage = Coverage[string];

export type SnapshotNode = ProjectGraph["nodes"][number];

export type SnapshotEdge = ProjectGraph["edges"][number];

/** The structure of a project: what stored edges reach from it, within bounds. Each node follows one that joins it to the project. */
export type GraphSnapshot = Required<Omit<ProjectGraph, "total" | "next_cursor">>;

/** A part of the whole graph of a project. The pages together hold every member once and every edge of theirs once. */
export type GraphPage = Required<Omit<ProjectGraph, "max_depth" | "omitted">>;
