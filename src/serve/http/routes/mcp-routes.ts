import type { Principal } from "../../../graph/model/access.ts";
import type { Api } from "../api.ts";
import { readJson } from "../read-json.ts";

/** Answers one request of the Model Context Protocol for somebody who has been let in. */
export type McpHandler = (call: {
	readonly request: Request;
	/** Parsed, with nothing in it to be afraid of; undefined for requests that have none. */
	readonly body: unknown;
	readonly principal: Principal;
}) => Promise<Response>;

/** Where other people's agents come in. What they say is checked like any body; what it means, the protocol knows. */
export function addMcpRoutes(api: Api, handle: McpHandler): void {
	for (const method of ["get", "post", "delete"] as const) {
		api.passOn({ method, path: "/mcp" }, async ({ context, principal }) => {
			const body = method === "post" ? await readJson(context) : undefined;
			return handle({ request: context.req.raw, body, principal });
		});
	}
}
