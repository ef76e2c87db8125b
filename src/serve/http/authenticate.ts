import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Graph } from "../../graph/graph.ts";
import type { Principal } from "../../graph/model/access.ts";
import { SkeinError } from "../../graph/model/errors.ts";

export const SESSION_COOKIE = "skein_session";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

const unauthenticated = (): SkeinError =>
	new SkeinError(
		"unauthenticated",
		"Open the sign-in link that the server printed when it started, or send a token as Authorization: Bearer.",
	);

/** Who sends this request: a token speaks for an agent, the session cookie for a person. */
export async function authenticate(context: Context, graph: Graph): Promise<Principal> {
	const { credentials } = graph.store;
	const bearer = /^Bearer (\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
	if (bearer !== undefined) {
		const principal =
			(await credentials.verify(bearer, "token")) ?? (await credentials.verify(bearer, "session"));
		if (principal === null) throw unauthenticated();
		return principal;
	}
	const cookie = getCookie(context, SESSION_COOKIE);
	const principal = cookie === undefined ? null : await credentials.verify(cookie, "session");
	if (principal === null) throw unauthenticated();
	// A browser sends the cookie with whatever page makes it call; only our own pages name our origin.
	if (!SAFE_METHODS.has(context.req.method) && context.req.header("origin") === undefined) {
		throw new SkeinError("forbidden_origin", "A call with the session cookie must come from our own page.");
	}
	return principal;
}
