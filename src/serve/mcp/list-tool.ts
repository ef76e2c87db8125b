import type { Tool as ListedTool, ToolAnnotations } from "@modelcontextprotocol/server";
import { shortenSchema } from "../../chat/tools/shorten-schema.ts";
import type { Tool, ToolTier } from "../../chat/tools/tool.ts";

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
