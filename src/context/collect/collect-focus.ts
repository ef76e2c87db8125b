import type { Reader } from "../../graph/graph.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Candidate } from "../model/candidate.ts";
import type { ContextRequest } from "../model/request.ts";

/** The entity a request is about. Unknown and unreadable are one answer. */
export function findFocus(reader: Reader, request: ContextRequest): GraphNode | undefined {
	if (request.focus === undefined) return undefined;
	const node = reader.graph.find(request.focus.id);
	if (node === undefined) throw new EntityNotFoundError("focus");
	return node;
}

export function collectFocus(focus: GraphNode): readonly Candidate[] {
	return [
		{
			id: focus.id,
			collector: "focus",
			section: "focus",
			relevance: 1,
			path: [{ id: focus.id, title: focus.title }],
			reason: "in focus",
			mandatory: true,
		},
	];
}
