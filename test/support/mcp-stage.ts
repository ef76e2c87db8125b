import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import type { Graph } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import { openGraphBackend } from "../../src/serve/mcp/create-mcp-http.ts";
import { createMcpServer, type McpOptions } from "../../src/serve/mcp/create-mcp-server.ts";
import type { McpBackend } from "../../src/serve/mcp/mcp-backend.ts";
import { type Demo, openDemo } from "./open-demo.ts";

/** Both protocol versions that a client may use. */
export const MCP_ERAS = [
	{ era: "2026-07-28", mode: { pin: "2026-07-28" } },
	{ era: "2025-11-25", mode: "legacy" },
] as const;

export const MCP_ORIGIN = "http://localhost:4747";

/** The tools that a reading client is offered. */
export const READING_TOOLS = [
	"get_context",
	"search_ontology",
	"get_entity_details",
	"get_linked_entities",
	"get_project_graph",
	"list_entities",
	"run_query",
	"describe_workspace",
];

interface Connection {
	readonly mode?: (typeof MCP_ERAS)[number]["mode"];
	readonly server?: Partial<McpOptions>;
	/** The answer of the person at the client; without it the client cannot ask. */
	readonly says?: "accept" | "decline" | undefined;
	readonly asked?: string[];
	/** Runs while the person thinks. */
	readonly meanwhile?: ((timesAsked: number) => Promise<unknown>) | undefined;
}

interface Hit {
	readonly ref: string;
	readonly type: string;
	readonly title: string;
}

/** The demo behind a server of the protocol, and clients of it that need no network. */
export class McpStage {
	readonly demo: Demo;
	readonly owner: Principal;
	readonly guest: Principal;
	#clients: Client[] = [];

	private constructor(demo: Demo, owner: Principal, guest: Principal) {
		this.demo = demo;
		this.owner = owner;
		this.guest = guest;
	}

	static async open(): Promise<McpStage> {
		const demo = await openDemo();
		const { workspaceId, skein } = demo;
		const members = await skein.graph.store.workspaces.members(workspaceId);
		const principalOf = (role: string): Principal => ({
			workspaceId,
			accountId: members.find((member) => member.role === role)?.id ?? "",
		});
		return new McpStage(demo, principalOf("owner"), principalOf("guest"));
	}

	get graph(): Graph {
		return this.demo.skein.graph;
	}

	doorOf(principal: Principal): McpBackend {
		return openGraphBackend(this.graph, principal, MCP_ORIGIN);
	}

	/** A client of somebody who only reads, unless the server says otherwise. */
	async connect(options: Connection = {}): Promise<Client> {
		const [near, far] = InMemoryTransport.createLinkedPair();
		const backend = this.doorOf({ ...this.owner, grant: { mode: "read", projectIds: null } });
		serveTransport(
			() => createMcpServer({ backend, version: "1.2.3", structure: "full", ...options.server }),
			{
				transport: far,
			},
		);
		const client = new Client(
			{ name: "test", version: "0" },
			{
				versionNegotiation: { mode: options.mode ?? MCP_ERAS[0].mode },
				capabilities: options.says === undefined ? {} : { elicitation: { form: {} } },
			},
		);
		const { says: action } = options;
		if (action !== undefined) {
			client.setRequestHandler("elicitation/create", async ({ params }) => {
				options.asked?.push(params.message);
				await options.meanwhile?.(options.asked?.length ?? 0);
				return action === "accept" ? { action, content: { confirm: true } } : { action };
			});
		}
		await client.connect(near);
		this.#clients.push(client);
		return client;
	}

	/** The title of some task is a question that finds at least that task, in any version of the demo. */
	async pickTask(): Promise<{ readonly ref: string; readonly title: string }> {
		const { reader } = await this.graph.openSession(this.owner);
		const task = [...reader.graph.nodes()].find((node) => node.kind === "task" && node.project_id !== null);
		if (task === undefined) throw new Error("the demo has no task");
		return task;
	}

	async hangUp(): Promise<void> {
		for (const client of this.#clients) await client.close();
		this.#clients = [];
	}
}

export async function callMcp(client: Client, name: string, input: Record<string, unknown>) {
	const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
	const [part] = content;
	const structured = structuredContent as Readonly<Record<string, unknown>>;
	return { isError, text: part?.type === "text" ? part.text : "", structured };
}

export const searchMcp = async (client: Client, input: Record<string, unknown>): Promise<readonly Hit[]> =>
	(await callMcp(client, "search_ontology", input)).structured.results as Hit[];
