import type { GraphView } from "./graph-view.ts";

/** The folder of an entity, where its title alone does not say which it is. */
export function placeAmongNamesakes(
	graph: GraphView,
	entity: Parameters<GraphView["folderOf"]>[0],
): { readonly folder?: string } {
	const folder = graph.folderOf(entity);
	return folder === undefined ? {} : { folder };
}
