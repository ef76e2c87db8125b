import { callTool } from "../../chat/call-tool.ts";
import { decideApproval } from "../../chat/decide-approval.ts";
import type { Graph } from "../../graph/graph.ts";
import type { Principal } from "../../graph/model/access.ts";
import { suggestEntities } from "../../graph/search/suggest-entities.ts";
import type { McpBackend } from "./mcp-backend.ts";

/** Opens the backend of one principal directly on the graph; `origin` is the address people have the web app under. */
export function openGraphBackend(graph: Graph, principal: Principal, origin: string): McpBackend {
	const isPerson = principal.grant === undefined;
	return {
		mayWrite: principal.grant?.mode !== "read",
		callTool: async (name, input) =>
			callTool({ name, input, session: await graph.openSession(principal), door: "mcp" }),
		suggest: async (typed) => suggestEntities(await graph.openSession(principal), { q: typed }),
		linkTo: (ref) => `${origin}/entities/${encodeURIComponent(ref)}`,
		...(isPerson && {
			decide: async (id, decision) =>
				decideApproval(graph, await graph.openSession(principal), id, { decision }),
		}),
	};
}
