import type { EntityHeader } from "../../graph/model/entity.ts";
import { groupBy } from "../../graph/model/group-by.ts";
import { CONTEXT_DOCUMENT_TYPE } from "../../graph/model/project-edges.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { remember } from "../model/remember.ts";

const gatherMembers = remember((graph: GraphView) =>
	groupBy(
		[...graph.nodes()].filter(({ id, project_id, archived_at }) => project_id !== id && archived_at === null),
		({ project_id }) => project_id,
	),
);

/** Lists the entities of a project that are not archived. One pass over a view serves every project. */
export const membersOf = (graph: GraphView, projectId: string): readonly EntityHeader[] =>
	gatherMembers(graph).get(projectId) ?? [];

/** The context document that the project points to; one that is only filed as such counts where none is. */
export function findContextDocument(graph: GraphView, projectId: string): EntityHeader | undefined {
	const rel = "has_context_document";
	const [stated] = graph.related({ of: projectId, rel, direction: "outgoing" });
	if (stated) return stated;
	return membersOf(graph, projectId)
		.filter(({ type_key: type }) => type === CONTEXT_DOCUMENT_TYPE)
		.sort((a, b) => (a.id < b.id ? -1 : 1))[0];
}
