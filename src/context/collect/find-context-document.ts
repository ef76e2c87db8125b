import type { EntityHeader } from "../../graph/model/entity.ts";
import { CONTEXT_DOCUMENT_TYPE } from "../../graph/model/project-edges.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { membersOf } from "./list-project-entities.ts";

/** The context document that the project points to; one that is only filed as such counts where none is. */
export function findContextDocument(graph: GraphView, projectId: string): EntityHeader | undefined {
	const rel = "has_context_document";
	const [stated] = graph.related({ of: projectId, rel, direction: "outgoing" });
	if (stated) return stated;
	return membersOf(graph, projectId)
		.filter(({ type_key: type }) => type === CONTEXT_DOCUMENT_TYPE)
		.sort((a, b) => (a.id < b.id ? -1 : 1))[0];
}
