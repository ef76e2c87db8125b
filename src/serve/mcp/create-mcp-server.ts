import { McpServer } from "@modelcontextprotocol/server";
import { SkeinError } from "../../graph/model/errors.ts";
import { addEntities } from "./add-entities.ts";
import { addPrompts } from "./add-prompts.ts";
import { addQueries } from "./add-queries.ts";
import { addTools } from "./add-tools.ts";
import type { Structure } from "./choose-structure.ts";
import { askedStates } from "./confirm-write.ts";
import type { McpBackend, Toolset } from "./mcp-backend.ts";

export interface McpOptions {
	readonly backend: McpBackend;
	readonly version: string;
	readonly toolset?: Toolset | undefined;
	readonly structure?: Structure | undefined;
	/** Receives errors the client must not see: those that are no answer to its request. */
	readonly onUnexpected?: ((error: unknown) => void) | undefined;
}

const READING = `Skein holds a team's projects, tasks, plans, goals, risks, decisions, documents and notes as one graph of linked entities.
describe_workspace says which kinds, fields, states and relations there are, and how many of each; call it before you write or query.
For a question start with get_context: it gathers, within a token budget, what the question needs and says in brackets why each item is there; name the entity in question as focus when you know it.
Use search_ontology to find entities by words, and get_entity_details to read one in full by the ref printed in brackets.
Use get_linked_entities for what an entity is joined to, get_project_graph for the structure of a project, list_entities for whole sets, such as everything overdue or blocked, and run_query for sets by their fields.`;

const WRITING = `
Use upsert_entity and link_entities to change things; each change is logged and can be undone. What destroys is done only after a person has confirmed it.`;

/** Creates the server for other people's agents: the tools that chat has, entities as resources, recipes as prompts. */
export function createMcpServer({
	backend,
	version,
	toolset = "default",
	structure = "refs",
	onUnexpected,
}: McpOptions): McpServer {
	const server = new McpServer(
		{ name: "skein", title: "Skein", version },
		{
			instructions: backend.mayWrite ? READING + WRITING : READING,
			capabilities: {
				tools: { listChanged: false },
				resources: { listChanged: false },
				prompts: { listChanged: false },
			},
			requestState: { verify: askedStates.verify },
		},
	);
	const onFailure = (error: unknown): void => {
		if (!(error instanceof SkeinError)) onUnexpected?.(error);
	};
	// A picker without suggestions is still a picker.
	const suggest: McpBackend["suggest"] = (typed) =>
		backend.suggest(typed).catch((error: unknown) => {
			onFailure(error);
			return [];
		});
	addTools(server, { backend, toolset, structure, onFailure });
	addEntities(server, { backend, suggest, onFailure });
	addQueries(server, { backend, onFailure });
	addPrompts(server, { backend, suggest, onFailure });
	return server;
}
