import {
	type CallToolResult,
	CLIENT_CAPABILITIES_META_KEY,
	type ClientCapabilities,
	INVALID_PARAMS,
	type InputRequiredResult,
	isInputRequiredResult,
	type Tool as ListedTool,
	type McpServer,
	ProtocolError,
	type ServerContext,
	type ToolAnnotations,
} from "@modelcontextprotocol/server";
import { ALL_TOOLS, resolveCall } from "../../chat/tools/all-tools.ts";
import { shortenSchema } from "../../chat/tools/shorten-schema.ts";
import { isWriteTool, type Tool, type ToolTier } from "../../chat/tools/tool.ts";
import { CHATGPT_TOOLS, callChatgptTool } from "./chatgpt-tools.ts";
import { chooseStructure, type Structure } from "./choose-structure.ts";
import { askPerson, canAsk, readDecision } from "./confirm-write.ts";
import { describeToolFailure } from "./describe-tool-failure.ts";
import type { McpBackend, Toolset } from "./mcp-backend.ts";

export interface ToolsInput {
	readonly backend: McpBackend;
	readonly toolset: Toolset;
	readonly structure: Structure;
	/** Receives errors the client must not see: those that are no answer to its request. */
	readonly onFailure: (error: unknown) => void;
}

/**
 * Lists the tools and answers calls. The tools check the input themselves; their errors carry a code and name the next
 * step.
 */
export function addTools(
	{ server }: McpServer,
	{ backend, toolset, structure, onFailure }: ToolsInput,
): void {
	const offered = chooseTools(toolset, backend.mayWrite);
	const forChatgpt = toolset === "chatgpt";
	const tools = [...offered.map(listTool), ...(forChatgpt ? CHATGPT_TOOLS : [])];
	server.setRequestHandler("tools/list", () => ({ tools }));

	const answer = async (name: string, input: unknown, context: ServerContext): Promise<Answer> => {
		const other = forChatgpt ? await callChatgptTool(backend, name, input) : undefined;
		if (other !== undefined) return other;
		const tool = resolveCall(name, input)?.tool;
		if (tool === undefined || !offered.includes(tool)) {
			throw new ProtocolError(
				INVALID_PARAMS,
				"There is no such tool here. tools/list names those there are.",
			);
		}
		const capabilities = server.getClientCapabilities();
		return callTool({ name, input, backend, structure, context, capabilities });
	};

	server.setRequestHandler("tools/call", async ({ params }, context) => {
		try {
			const result = await answer(params.name, params.arguments ?? {}, context);
			return isInputRequiredResult(result) ? result : server.projectCallToolResult(result, undefined);
		} catch (error) {
			if (error instanceof ProtocolError) throw error;
			onFailure(error);
			const { code, message } = describeToolFailure(error);
			return {
				isError: true,
				content: [{ type: "text", text: `${message} (${code})` }],
				structuredContent: chooseStructure({ code, message }, structure),
			};
		}
	});
}

type Answer = CallToolResult | InputRequiredResult;

async function callTool(call: {
	readonly name: string;
	readonly input: unknown;
	readonly backend: McpBackend;
	readonly structure: Structure;
	readonly context: ServerContext;
	/** As an older client declared them when it connected; newer ones send them along. */
	readonly capabilities: ClientCapabilities | undefined;
}): Promise<Answer> {
	const { backend, context } = call;
	const decided = backend.decide && (await readDecision(context, backend.decide));
	if (decided !== undefined) return decided;
	const { approval, text, structured } = await backend.callTool(call.name, call.input);
	if (
		approval !== undefined &&
		backend.decide !== undefined &&
		canAsk(readCapabilities(context) ?? call.capabilities)
	)
		return askPerson(approval);
	return {
		content: [{ type: "text", text }],
		structuredContent: chooseStructure(structured, call.structure),
	};
}

/** The library checks them before it hands them over, but its types do not show it. */
function readCapabilities({ mcpReq: { envelope } }: ServerContext): ClientCapabilities | undefined {
	const sent: Readonly<Record<string, unknown>> = { ...envelope };
	return sent[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
}

/** The tools every client sees; few enough that the list costs little of its context. New ones go to the end, for caches. */
const DEFAULT_TOOLS: readonly string[] = [
	"get_context",
	"search_ontology",
	"get_entity_details",
	"get_linked_entities",
	"get_project_graph",
	"list_entities",
	"upsert_entity",
	"link_entities",
	"run_query",
	"describe_workspace",
];

/** Returns the tools of a set; without write access, only those that read. */
function chooseTools(toolset: Toolset, mayWrite: boolean): readonly Tool[] {
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
const listTool = ({ name, title, description, tier, input }: Tool): ListedTool => ({
	...{ name, title, description, annotations: ANNOTATIONS[tier] },
	inputSchema: shortenSchema(input) as ListedTool["inputSchema"],
});
