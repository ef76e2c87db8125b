import type { Tool as ListedTool, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Tool, ToolTier } from "../../chat/tools/tool.ts";

const ANNOTATIONS: Readonly<Record<ToolTier, ToolAnnotations>> = {
	R0: { readOnlyHint: true, openWorldHint: false },
	R1: { readOnlyHint: true, openWorldHint: true },
	W1: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
	W2: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};

/** Limits that a model would hardly run into; whoever does is told by the tool. */
const UNTOLD = new Set(["$schema", "minLength", "maxLength", "maxItems", "propertyNames"]);
/** Larger bounds only keep numbers sane. */
const LARGEST_TOLD = 1000;

const isTold = ([key, value]: readonly [string, unknown]): boolean =>
	!UNTOLD.has(key) &&
	!(key === "additionalProperties" && value === false) &&
	!(
		(key === "minimum" || key === "maximum") &&
		typeof value === "number" &&
		(value <= 1 || value > LARGEST_TOLD)
	);

/** The schema in few words: every conversation pays for the list, whether or not it calls a tool. */
function shorten(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(shorten);
	if (typeof schema !== "object" || schema === null) return schema;
	return Object.fromEntries(
		Object.entries(schema)
			.filter(isTold)
			.map(([key, value]) => [key, shorten(value)]),
	);
}

/** A tool as clients see it. */
export const listTool = ({ name, title, description, tier, input }: Tool): ListedTool => ({
	...{ name, title, description, annotations: ANNOTATIONS[tier] },
	inputSchema: shorten(z.toJSONSchema(input, { io: "input" })) as ListedTool["inputSchema"],
});
