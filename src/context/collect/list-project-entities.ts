import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";

const membersByView = new WeakMap<GraphView, ReadonlyMap<string, readonly EntityHeader[]>>();

function gatherMembers(graph: GraphView): ReadonlyMap<string, readonly EntityHeader[]> {
	const members = new Map<string, EntityHeader[]>();
	for (const node of graph.nodes()) {
		const { project_id: projectId } = node;
		if (projectId === null || projectId === node.id || node.archived_at !== null) continue;
		const known = members.get(projectId);
		if (known) known.push(node);
		else members.set(projectId, [node]);
	}
	return members;
}

/**
 * Lists the entities of a project that are not archived. A view never changes, so one pass over it serves every
 * project.
 */
export function membersOf(graph: GraphView, projectId: string): readonly EntityHeader[] {
	let members = membersByView.get(graph);
	if (members === undefined) {
		members = gatherMembers(graph);
		membersByView.set(graph, members);
	}
	return members.get(projectId) ?? [];
}
