import type { Tool as ListedTool, ToolAnnotations } from "@modelcontextprotocol/server";
import { ALL_TOOLS } from "../../chat/tools/all-tools.ts";
import { shortenSchema } from "../../chat/tools/shorten-schema.ts";
import { isWriteTool, type Tool, type ToolTier } from "../../chat/tools/tool.ts";
import type { Toolset } from "./toolset.ts";

/** What every client is shown; few enough that the list costs little of its context. */
const DEFAULT_TOOLS: readonly string[] = [
	"get_context",
	"search_ontology",
	"get_entity_details",
	"get_linked_entities",
	"get_project_graph",
	"list_entities",
	"upsert_entity",
	"link_entities",
];

/** The tools of a set, without those that write where nothing may be written. */
export function chooseTools(toolset: Toolset, mayWrite: boolean): readonly Tool[] {
	const offered = ALL_TOOLS.filter((tool) => mayWrite || !isWriteTool(tool));
	if (toolset === "all") return offered;
	return DEFAULT_TOOLS.flatMap((name) => offered.find((tool) => tool.name === name) ?? []);
}

const ANNOTATIONS: Readonly<Record<ToolTier, ToolAnnotations>> = {
	R0: { readOnlyHint: true, openWorldHint: false },
	R1: { readOnlyHint: true, openWorldHint: true },
	W1: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
	W2: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};

/** A tool as clients see it. */
export const listTool = ({ name, title, description, tier, input }: Tool): ListedTool => ({
	...{ name, title, description, annotations: ANNOTATIONS[tier] },
	inputSchema: shortenSchema(input) as ListedTool["inputSchema"],
});
