import { LIGHT_SNAPSHOT, pageProjectGraph, snapshotProject } from "../context/collect/snapshot-project.ts";
import type { GraphPage, GraphSnapshot } from "../context/model/payload.ts";
import type { EntityHeader } from "../graph/model/entity.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";

/** A project as nodes and edges: the most important, or all of it a page at a time. */
export const presentGraph = (
	graph: GraphView,
	project: EntityHeader,
	{
		form,
		cursor,
		limit,
	}: { readonly form: "light" | "full"; readonly cursor: number; readonly limit: number },
): GraphSnapshot | GraphPage =>
	form === "light"
		? snapshotProject(graph, project, { ...LIGHT_SNAPSHOT, nodes: Math.min(limit, LIGHT_SNAPSHOT.nodes) })
		: pageProjectGraph(graph, project, { cursor, limit });
