import type { GraphView } from "../graph/search/view/graph-view.ts";

/** What an entity stands in, outermost first, as far as the reader may know of it. */
export function listTrail(graph: GraphView, id: string): readonly string[] {
	const project = graph.node(graph.node(id)?.project_id ?? "");
	return project === undefined || project.id === id ? [] : [project.title];
}
