import type { MiddlewareHandler } from "hono";
import { SkeinError } from "../../../graph/model/errors.ts";
import { LOOPBACK_NAMES } from "./locate-mcp.ts";
import { answerProblem } from "./problem.ts";

const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"font-src 'self'",
	"connect-src 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
].join("; ");

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
	"content-security-policy": CONTENT_SECURITY_POLICY,
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"permissions-policy": "camera=(), geolocation=(), microphone=()",
	"referrer-policy": "no-referrer",
	"x-content-type-options": "nosniff",
};

const hostName = (host: string): string => host.replace(/:\d+$/, "").toLowerCase();

/**
 * Every answer carries the security headers, and a request must name us as its host: a page elsewhere that lets its
 * own name point at this machine would otherwise be answered as if it were ours.
 */
export function guardRequests(allowedHosts: readonly string[]): MiddlewareHandler {
	const allowed = new Set([...LOOPBACK_NAMES, ...allowedHosts].map(hostName));
	return async (context, next) => {
		const host = context.req.header("host") ?? "";
		const origin = context.req.header("origin");
		const sameOrigin = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
		if (allowed.has(hostName(host)) && sameOrigin) await next();
		else context.res = answerProblem(context, refusal());
		for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
			// An uploaded file is answered with stricter headers.
			if (!context.res.headers.has(name)) context.res.headers.set(name, value);
		}
		// Private answers must not outlive the person's session in a browser's cache.
		if (!context.res.headers.has("cache-control")) context.res.headers.set("cache-control", "no-store");
	};
}

const refusal = (): SkeinError =>
	new SkeinError(
		"forbidden_origin",
		"This server answers only under its own name, and only its own pages may call it.",
	);
