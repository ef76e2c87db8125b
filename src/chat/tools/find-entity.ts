import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";

/** Returns the entity that a call names by id, ref or unambiguous title. Unknown and unreadable ones get the same error. */
export function findEntity(graph: GraphView, name: string, what = "entity"): EntityHeader {
	const node = graph.find(name.trim());
	if (node === undefined) throw new EntityNotFoundError(what);
	return node;
}
