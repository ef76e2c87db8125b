import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Graph } from "../../../graph/graph.ts";
import type { Principal } from "../../../graph/model/access.ts";
import { SkeinError } from "../../../graph/model/errors.ts";

export const SESSION_COOKIE = "skein_session";
export const OPERATOR_HEADER = "skein-operator";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

const unauthenticated = (): SkeinError =>
	new SkeinError(
		"unauthenticated",
		"Open the sign-in link that the server printed when it started, or send a token as Authorization: Bearer.",
	);

/** Returns the secret that a request carries, if any. */
export const findSecret = (context: Context): string | undefined =>
	readBearer(context) ?? getCookie(context, SESSION_COOKIE);

const readBearer = (context: Context): string | undefined =>
	/^Bearer (\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];

/** Returns the sender of this request: a token belongs to an agent, the session cookie to a person. */
export async function authenticate(context: Context, graph: Graph): Promise<Principal> {
	const { credentials } = graph.store;
	const bearer = readBearer(context);
	if (bearer !== undefined) {
		const bearing = await credentials.verify(bearer, "token", "session");
		if (bearing === null) throw unauthenticated();
		return bearing.grant === undefined ? inWorkspace(context, bearing) : bearing;
	}
	const cookie = getCookie(context, SESSION_COOKIE);
	const principal = cookie === undefined ? null : await credentials.verify(cookie, "session");
	if (principal === null) throw unauthenticated();
	// A browser sends the cookie with a call from any page; only our own pages name our origin.
	if (!SAFE_METHODS.has(context.req.method) && context.req.header("origin") === undefined) {
		throw new SkeinError("forbidden_origin", "A call with the session cookie must come from our own page.");
	}
	return inWorkspace(context, principal);
}

/**
 * A person can be a member of several workspaces and names one; a token belongs to one. Membership is checked later.
 */
const inWorkspace = (context: Context, principal: Principal): Principal => ({
	...principal,
	workspaceId: context.req.header("skein-workspace") ?? principal.workspaceId,
});

export const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A caller who can read the key that the server left on its own disk is its operator. */
export function isOperator(context: Context, key: string | undefined): boolean {
	const given = context.req.header(OPERATOR_HEADER);
	return key !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(key));
}

/** Refused like a caller who is not signed in, so that nobody learns of the key. */
export function requireOperator(context: Context, key: string | undefined): void {
	if (!isOperator(context, key)) throw unauthenticated();
}
