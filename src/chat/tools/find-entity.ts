import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";

/** What a call names by id, ref or unambiguous title. Unknown and unreadable are one answer. */
export function findEntity(graph: GraphView, name: string, what = "entity"): GraphNode {
	const node = graph.find(name.trim());
	if (node === undefined) throw new EntityNotFoundError(what);
	return node;
}
