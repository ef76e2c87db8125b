import { readOtherToolName } from "../../contract/seed-names.ts";
import { createNote } from "./create-note.ts";
import { deleteEntity } from "./delete-entity.ts";
import { describeWorkspace } from "./describe-workspace.ts";
import { appendText, editText } from "./edit-text.ts";
import { getContext } from "./get-context.ts";
import { getEntityDetails } from "./get-entity-details.ts";
import { getEntityRelationships } from "./get-entity-relationships.ts";
import { getLinkedEntities } from "./get-linked-entities.ts";
import { getProjectGraph } from "./get-project-graph.ts";
import { linkEntities } from "./link-entities.ts";
import { listEntities } from "./list-entities.ts";
import { runQuery } from "./run-query.ts";
import { searchOntology } from "./search-ontology.ts";
import type { Tool } from "./tool.ts";
import { unlinkEntities } from "./unlink-entities.ts";
import { upsertEntity } from "./upsert-entity.ts";
import { writeEntities } from "./write-entities.ts";

/** Every tool, in the order models see them. The list only grows at its end: an order that moves empties prompt caches. */
export const ALL_TOOLS: readonly Tool[] = [
	getContext,
	searchOntology,
	getEntityDetails,
	runQuery,
	upsertEntity,
	linkEntities,
	unlinkEntities,
	deleteEntity,
	createNote,
	getLinkedEntities,
	getProjectGraph,
	listEntities,
	getEntityRelationships,
	describeWorkspace,
	writeEntities,
	appendText,
	editText,
];

/** Returns the tool with that name or alias, among the built-in ones and those of the workspace's own kinds. */
export function resolveCall(name: string, input: unknown, own: readonly Tool[] = []) {
	const find = (wanted: string): Tool | undefined =>
		[...ALL_TOOLS, ...own].find((candidate) => candidate.name === wanted);
	const tool = find(name);
	if (tool !== undefined) return { tool, input };
	const other = readOtherToolName(name, input);
	const meant = find(other.name);
	return meant && { tool: meant, input: other.input };
}
