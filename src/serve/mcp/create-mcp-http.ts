import { type AuthInfo, createMcpHandler } from "@modelcontextprotocol/server";
import type { Graph } from "../../graph/graph.ts";
import type { Principal } from "../../graph/model/access.ts";
import { createMcpServer, type McpOptions } from "./create-mcp-server.ts";
import { openGraphBackend } from "./open-graph-backend.ts";
import { isToolset, type Toolset } from "./toolset.ts";

export interface McpHttp {
	/** Answers one request of a caller whose rights have been checked; the protocol's library checks nothing. */
	readonly handle: (call: {
		readonly request: Request;
		readonly body: unknown;
		readonly principal: Principal;
	}) => Promise<Response>;
	close(): Promise<void>;
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

function readToolset(url: URL): Toolset {
	const name = url.searchParams.get("toolset") ?? "default";
	return isToolset(name) ? name : "default";
}

/** MCP over Streamable HTTP, for both eras: a server for each request, in a session of its own. */
export function createMcpHttp(
	options: { readonly graph: Graph } & Pick<McpOptions, "version" | "onUnexpected">,
): McpHttp {
	const { graph, version, onUnexpected } = options;
	const handler = createMcpHandler(({ authInfo, requestInfo }) => {
		const url = new URL(requestInfo?.url ?? "http://localhost");
		const door = openGraphBackend(graph, unwrap(authInfo), url.origin);
		return createMcpServer({ door, version, toolset: readToolset(url), onUnexpected });
	});
	return {
		handle: ({ request, body, principal }) =>
			handler.fetch(request, { authInfo: wrap(principal), ...(body !== undefined && { parsedBody: body }) }),
		close: () => handler.close(),
	};
}
