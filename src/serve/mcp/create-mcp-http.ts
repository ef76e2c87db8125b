import { type AuthInfo, createMcpHandler } from "@modelcontextprotocol/server";
import { callTool } from "../../chat/call-tool.ts";
import { decideApproval } from "../../chat/decide-approval.ts";
import type { Graph } from "../../graph/graph.ts";
import type { Principal } from "../../graph/model/access.ts";
import { suggestEntities } from "../../graph/search/suggest-entities.ts";
import type { Structure } from "./choose-structure.ts";
import { createMcpServer, type McpOptions } from "./create-mcp-server.ts";
import { isToolset, type McpBackend, type Toolset } from "./mcp-backend.ts";

/** One request of a caller whose rights have been checked; the protocol's library checks nothing. */
interface McpCall {
	readonly request: Request;
	readonly body: unknown;
	readonly principal: Principal;
}

/** Carries the principal through the library, which hands it back with every request it makes a server for. */
const wrap = (principal: Principal): AuthInfo => ({
	...{ token: "", clientId: principal.accountId, scopes: [] },
	extra: { principal },
});

function unwrap(info: AuthInfo | undefined): Principal {
	const principal = info?.extra?.principal;
	if (principal === undefined) throw new Error("A request came to /mcp that nobody had authenticated.");
	return principal as Principal;
}

/** A program that reads data, not text, asks for all of it. */
const readStructure = (url: URL): Structure =>
	url.searchParams.get("structured") === "full" ? "full" : "refs";

function readToolset(url: URL): Toolset {
	const name = url.searchParams.get("toolset") ?? "default";
	return isToolset(name) ? name : "default";
}

/** MCP over Streamable HTTP, for both eras: a server for each request, in a session of its own. */
export function createMcpHttp(
	options: { readonly graph: Graph } & Pick<McpOptions, "version" | "onUnexpected">,
) {
	const { graph, version, onUnexpected } = options;
	const handler = createMcpHandler(({ authInfo, requestInfo }) => {
		const url = new URL(requestInfo?.url ?? "http://localhost");
		const backend = openGraphBackend(graph, unwrap(authInfo), url.origin);
		const wanted = { toolset: readToolset(url), structure: readStructure(url) };
		return createMcpServer({ backend, version, ...wanted, onUnexpected });
	});
	return {
		handle: ({ request, body, principal }: McpCall): Promise<Response> =>
			handler.fetch(request, { authInfo: wrap(principal), ...(body !== undefined && { parsedBody: body }) }),
		close: () => handler.close(),
	};
}

/** Opens the backend of one principal directly on the graph; `origin` is the address people have the web app under. */
export function openGraphBackend(graph: Graph, principal: Principal, origin: string): McpBackend {
	const isPerson = principal.grant === undefined;
	return {
		mayWrite: principal.grant?.mode !== "read",
		callTool: async (name, input) =>
			callTool({ name, input, session: await graph.openSession(principal), door: "mcp" }),
		suggest: async (typed) => suggestEntities(await graph.openSession(principal), { q: typed }),
		listQueries: async () => (await graph.openSession(principal)).savedQueries.list(),
		linkTo: (ref) => `${origin}/entities/${encodeURIComponent(ref)}`,
		...(isPerson && {
			decide: async (id, decision) =>
				decideApproval(graph, await graph.openSession(principal), id, { decision }),
		}),
	};
}
