import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";

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
