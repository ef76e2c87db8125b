import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { remember } from "../model/remember.ts";

const gatherMembers = remember((graph: GraphView): ReadonlyMap<string, readonly EntityHeader[]> => {
	const members = new Map<string, EntityHeader[]>();
	for (const node of graph.nodes()) {
		const { project_id: projectId } = node;
		if (projectId === null || projectId === node.id || node.archived_at !== null) continue;
		const known = members.get(projectId);
		if (known) known.push(node);
		else members.set(projectId, [node]);
	}
	return members;
});

/** Lists the entities of a project that are not archived. One pass over a view serves every project. */
export const membersOf = (graph: GraphView, projectId: string): readonly EntityHeader[] =>
	gatherMembers(graph).get(projectId) ?? [];
