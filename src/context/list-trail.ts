import type { GraphView } from "../graph/search/view/graph-view.ts";

/** Lists the titles of the containers of an entity, outermost first, as far as the reader may see them. */
export function listTrail(graph: GraphView, id: string): readonly string[] {
	const project = graph.node(graph.node(id)?.project_id ?? "");
	return project === undefined || project.id === id ? [] : [project.title];
}
