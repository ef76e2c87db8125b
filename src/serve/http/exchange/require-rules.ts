import type { Hono } from "hono";

/** The callers a route accepts. Every route must name them. */
export type AccessRule = "anyone" | "signed-in" | "operator";

/** Refuses to start with a route that has no rule: it would be open to all, and nothing would show it. */
export function requireRules(app: Pick<Hono, "routes">, rules: ReadonlyMap<string, AccessRule>): void {
	const routes = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
	const ruleless = [...routes].filter((route) => !rules.has(route));
	if (ruleless.length === 0) return;
	throw new Error(
		`No access rule for ${ruleless.join(", ")}. Add the route through Api, which asks for one.`,
	);
}
