import type { Context } from "hono";

export const MCP_PATH = "/mcp";
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** The names of this machine for itself. */
export const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Returns the address under which the client knows us. A proxy that ends TLS in front of us sends us plain HTTP. */
function readOrigin(context: Context): string {
	const { host, hostname, protocol } = new URL(context.req.url);
	return `${LOOPBACK_NAMES.includes(hostname) ? protocol : "https:"}//${host}`;
}

export const locateMcp = (context: Context): string => `${readOrigin(context)}${MCP_PATH}`;

/**
 * Returns the WWW-Authenticate header of a 401. A client of the Model Context Protocol learns from it where to look up
 * how to get in. A client whose token is no longer accepted has to learn so: without the code it would send the same
 * one again.
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
