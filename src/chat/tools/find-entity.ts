import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";

/** Returns the entity that a call names by id, ref or unambiguous title. Unknown and unreadable ones get the same error. */
export function findEntity(graph: GraphView, name: string, what = "entity"): EntityHeader {
	const node = graph.find(name.trim());
	if (node === undefined) throw new EntityNotFoundError(what);
	return node;
}

/**
 * The id of the project that a call names by id, ref or title. A name that leads nowhere is an error: going on
 * without it would answer another question, and going on with it would say that nothing matched.
 */
export function findProject(graph: GraphView, name: string | undefined): string | undefined {
	if (name === undefined) return undefined;
	const project = graph.find(name);
	if (project === undefined || project.project_id !== project.id) throw new EntityNotFoundError("project");
	return project.id;
}
