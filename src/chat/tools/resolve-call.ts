import { ALL_TOOLS } from "./all-tools.ts";
import { getEntityDetails } from "./get-entity-details.ts";
import { getProjectGraph } from "./get-project-graph.ts";
import type { Tool } from "./tool.ts";

/** A tool and what to call it with. */
export interface ResolvedCall {
	readonly tool: Tool;
	readonly input: unknown;
}

const DETAILS_OF_KIND = /^get_onto_([a-z][a-z0-9_]*)_details$/;
const FULL_GRAPH = "get_project_graph_full";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** `task_id` and the like, as tools of one kind take it, or plain `entity_id`. */
function renameId(input: unknown, kind: string): unknown {
	const key = `${kind}_id`;
	if (!isObject(input) || !Object.hasOwn(input, key)) return input;
	const { [key]: entity_id, ...rest } = input;
	return { entity_id, ...rest };
}

/**
 * The tool of that name, among those that ship and those of the workspace's own kinds. Names from before there was one
 * tool for all kinds go on working, and are listed nowhere.
 */
export function resolveCall(
	name: string,
	input: unknown,
	own: readonly Tool[] = [],
): ResolvedCall | undefined {
	const tool = [...ALL_TOOLS, ...own].find((candidate) => candidate.name === name);
	if (tool !== undefined) return { tool, input };
	const kind = DETAILS_OF_KIND.exec(name)?.[1];
	if (kind !== undefined) return { tool: getEntityDetails, input: renameId(input, kind) };
	if (name !== FULL_GRAPH) return undefined;
	return { tool: getProjectGraph, input: isObject(input) ? { ...input, detail: "full" } : input };
}
