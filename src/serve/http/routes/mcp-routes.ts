import { z } from "zod";
import type { Principal } from "../../../graph/model/access.ts";
import type { Api } from "../exchange/api.ts";
import { locateMcp, MCP_PATH, METADATA_PATH } from "../exchange/locate-mcp.ts";
import { readJson } from "../exchange/read-json.ts";

/** Answers one request of the Model Context Protocol for an authenticated caller. */
export type McpHandler = (call: {
	readonly request: Request;
	/** Parsed and checked by `readJson`; undefined for requests that have none. */
	readonly body: unknown;
	readonly principal: Principal;
}) => Promise<Response>;

/**
 * The document in which a refused client finds out how to get in (RFC 9728). No server here gives out tokens by OAuth.
 */
const metadataSchema = z
	.object({
		resource: z.url(),
		resource_name: z.string(),
		bearer_methods_supported: z.array(z.literal("header")),
	})
	.meta({ id: "ProtectedResource" });

/**
 * The endpoint for other people's agents. Their messages are checked like any body; the protocol's library interprets
 * them.
 */
export function addMcpRoutes(api: Api, handle: McpHandler): void {
	for (const method of ["GET", "POST", "DELETE"] as const) {
		api.passOn(`${method} ${MCP_PATH}`, async ({ context, principal }) => {
			const body = method === "POST" ? await readJson(context) : undefined;
			return handle({ request: context.req.raw, body, principal });
		});
	}
	for (const path of [METADATA_PATH, `${METADATA_PATH}${MCP_PATH}`]) {
		api.open(
			`GET ${path}`,
			{ summary: "How clients of /mcp get in", answer: metadataSchema },
			({ context }) => ({
				resource: locateMcp(context),
				resource_name: "Skein",
				bearer_methods_supported: ["header"],
			}),
		);
	}
}
