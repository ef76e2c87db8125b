import {
	type CallToolResult,
	INTERNAL_ERROR,
	McpServer,
	ProtocolError,
	ResourceNotFoundError,
	ResourceTemplate,
	type StandardSchemaWithJSON,
	type ToolAnnotations,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { ALL_TOOLS } from "../../chat/tools/all-tools.ts";
import { getEntityDetails } from "../../chat/tools/get-entity-details.ts";
import { LARGEST_BUDGET, type Tool, type ToolResult, type ToolTier } from "../../chat/tools/tool.ts";
import { SkeinError } from "../../graph/model/errors.ts";
import { describeFailure } from "./describe-failure.ts";

export interface McpOptions {
	/**
	 * Runs a tool, here or on a running server, in a session opened for this one call: one that lived longer would go
	 * on reading what was taken away, and miss what was written since.
	 */
	readonly callTool: (name: string, input: unknown) => Promise<ToolResult>;
	readonly version: string;
	/** Gets what the client must not see: errors that are no answer to its request. */
	readonly onUnexpected?: ((error: unknown) => void) | undefined;
}

const INSTRUCTIONS = `Skein holds a team's projects, tasks, plans, goals, risks, decisions, documents and notes as one graph of linked entities.
Start with get_context: it gathers, within a token budget, what a question needs and says why each item is there; name the entity in question as focus when you know it.
Use search_ontology to find entities by words, and get_entity_details to read one in full by the ref printed in brackets.
Use get_linked_entities for what an entity is joined to, get_project_graph for the structure of a project, and list_entities for whole sets, such as everything overdue or blocked.`;

/** What every client is shown; few enough that the list costs little of its context. */
const DEFAULT_TOOLS: ReadonlySet<string> = new Set([
	"get_context",
	"search_ontology",
	"get_entity_details",
	"get_linked_entities",
	"get_project_graph",
	"list_entities",
]);

const ANNOTATIONS: Readonly<Record<ToolTier, ToolAnnotations>> = {
	R0: { readOnlyHint: true, openWorldHint: false },
	R1: { readOnlyHint: true, openWorldHint: true },
	W1: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
	W2: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};

/**
 * The schema as clients see it, without the line that names the dialect: it is the protocol's own, and every tool would
 * pay for it. The check is left to the tool, whose errors carry a code and say what to do.
 */
function listSchema({ input }: Tool): StandardSchemaWithJSON {
	const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" });
	return {
		"~standard": {
			...input["~standard"],
			validate: (value) => ({ value }),
			jsonSchema: { input: () => schema, output: () => schema },
		},
	};
}

/** The door for other people's agents: the tools that chat has, and entities as resources. */
export function createMcpServer(options: McpOptions): McpServer {
	const server = new McpServer(
		{ name: "skein", title: "Skein", version: options.version },
		{
			instructions: INSTRUCTIONS,
			capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
		},
	);
	for (const tool of ALL_TOOLS.filter(({ name }) => DEFAULT_TOOLS.has(name))) {
		const { name, title, description, tier } = tool;
		server.registerTool(
			name,
			{ title, description, annotations: ANNOTATIONS[tier], inputSchema: listSchema(tool) },
			(input) => answerCall(name, input, options),
		);
	}
	server.registerResource(
		"entity",
		new ResourceTemplate("skein://entity/{id}", { list: undefined }),
		{
			title: "An entity",
			description: "Fields and text of one entity, by id or ref.",
			mimeType: "text/markdown",
		},
		async (uri, { id }) => ({
			contents: [{ uri: uri.href, mimeType: "text/markdown", text: await readEntity(uri, id, options) }],
		}),
	);
	return server;
}

async function answerCall(name: string, input: unknown, options: McpOptions): Promise<CallToolResult> {
	try {
		const { text, structured } = await options.callTool(name, input);
		return { content: [{ type: "text", text }], structuredContent: structured };
	} catch (error) {
		if (!(error instanceof SkeinError)) options.onUnexpected?.(error);
		const { code, message } = describeFailure(error);
		return {
			isError: true,
			content: [{ type: "text", text: `${message} (${code})` }],
			structuredContent: { code, message },
		};
	}
}

async function readEntity(uri: URL, id: unknown, options: McpOptions): Promise<string> {
	try {
		const input = { entity_id: id, max_tokens: LARGEST_BUDGET };
		return (await options.callTool(getEntityDetails.name, input)).text;
	} catch (error) {
		if (!(error instanceof SkeinError)) options.onUnexpected?.(error);
		const { code, message } = describeFailure(error);
		if (code === "not_found") throw new ResourceNotFoundError(uri.href, message);
		throw new ProtocolError(INTERNAL_ERROR, message, { code });
	}
}
