import { type CallToolResult, INVALID_PARAMS, ProtocolError, type Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { getEntityDetails } from "../../chat/tools/get-entity-details.ts";
import { searchOntology } from "../../chat/tools/search-ontology.ts";
import { LONGEST_QUERY } from "../../contract/limits.ts";
import type { McpBackend } from "./mcp-backend.ts";

/** The two tools that ChatGPT requires of a knowledge source, with answers in the shape it expects. */
export const CHATGPT_TOOLS: readonly Tool[] = [
	{
		name: "search",
		title: "Search",
		description: "Find entities by words. Returns ids, titles and addresses; fetch reads one.",
		annotations: { readOnlyHint: true, openWorldHint: false },
		inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
	},
	{
		name: "fetch",
		title: "Fetch",
		description: "The full text of one entity, by an id that search gave.",
		annotations: { readOnlyHint: true, openWorldHint: false },
		inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
	},
];

const searchInput = z.object({ query: z.string().max(LONGEST_QUERY) });
const fetchInput = z.object({ id: z.string() });
const foundSchema = z.object({ results: z.array(z.object({ ref: z.string(), title: z.string() })) });
const readSchema = z.object({ ref: z.string(), kind: z.string(), title: z.string() });

function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
	const checked = schema.safeParse(input);
	if (checked.success) return checked.data;
	throw new ProtocolError(INVALID_PARAMS, z.prettifyError(checked.error));
}

/** The text holds the JSON, because ChatGPT reads nothing else; the structured part is for other clients. */
const answerJson = (value: Record<string, unknown>): CallToolResult => ({
	content: [{ type: "text", text: JSON.stringify(value) }],
	structuredContent: value,
});

/** Undefined for any other name. */
export async function callChatgptTool(
	backend: McpBackend,
	name: string,
	input: unknown,
): Promise<CallToolResult | undefined> {
	if (name === "search") {
		const { query } = check(searchInput, input);
		const { structured } = await backend.callTool(searchOntology.name, { query });
		const { results } = foundSchema.parse(structured);
		return answerJson({
			results: results.map(({ ref, title }) => ({ id: ref, title, url: backend.linkTo(ref) })),
		});
	}
	if (name !== "fetch") return undefined;
	const { id } = check(fetchInput, input);
	const { text, structured } = await backend.callTool(getEntityDetails.name, { entity_id: id });
	const { ref, kind, title } = readSchema.parse(structured);
	return answerJson({ id: ref, title, text, url: backend.linkTo(ref), metadata: { kind } });
}
