import type { Reader } from "../../graph/graph.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { ContextRequest } from "../model/request.ts";

/** What a request is about: the entity in focus and the project. Unknown and unreadable are one answer. */
export function findSubject(
	reader: Reader,
	request: ContextRequest,
): { readonly focus: GraphNode | undefined; readonly project: GraphNode | undefined } {
	const { graph } = reader;
	const focus = request.focus && graph.find(request.focus.id);
	if (request.focus && focus === undefined) throw new EntityNotFoundError("focus");
	const projectId = request.projectId ?? focus?.project_id;
	return { focus, project: projectId ? graph.node(projectId) : undefined };
}
