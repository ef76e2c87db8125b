import type { Context } from "hono";

export const MCP_PATH = "/mcp";
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** How this machine calls itself. */
export const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Under which address the client knows us. Whatever ends TLS before us speaks plain HTTP to us. */
function readOrigin(context: Context): string {
	const { host, hostname, protocol } = new URL(context.req.url);
	return `${LOOPBACK_NAMES.includes(hostname) ? protocol : "https:"}//${host}`;
}

export const locateMcp = (context: Context): string => `${readOrigin(context)}${MCP_PATH}`;

/**
 * What a 401 says of how to get in. A client of the Model Context Protocol is told where to look that up. One whose token
 * is not taken any more has to hear so: without the code it would send the same one again.
 */
export function describeAccess(context: Context): string {
	const hasToken = /^Bearer /i.test(context.req.header("authorization") ?? "");
	return [
		'Bearer realm="skein"',
		...(context.req.path === MCP_PATH
			? [`resource_metadata="${readOrigin(context)}${METADATA_PATH}${MCP_PATH}"`]
			: []),
		...(hasToken ? ['error="invalid_token"'] : []),
	].join(", ");
}
