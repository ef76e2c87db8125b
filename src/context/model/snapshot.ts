import type { projectGraphSchema } from "../../contract/edge.ts";
import type { Answer } from "../../contract/frozen.ts";

type ProjectGraph = Answer<typeof projectGraphSchema>;

export type Coverage = ProjectGraph["coverage"];

export type KindCoverage = Coverage[string];

export type SnapshotNode = ProjectGraph["nodes"][number];

export type SnapshotEdge = ProjectGraph["edges"][number];

/** The structure of a project: what stored edges reach from it, within bounds. Each node follows one that joins it to the project. */
export type GraphSnapshot = Required<Omit<ProjectGraph, "total" | "next_cursor">>;

/** A part of the whole graph of a project. The pages together hold every member once and every edge of theirs once. */
export type GraphPage = Required<Omit<ProjectGraph, "max_depth" | "omitted">>;
