import { Hono } from "hono";
import { expect, test } from "vitest";
import { type AccessRule, requireRules } from "./require-rules.ts";

const rules = new Map<string, AccessRule>([["GET /api/me", "signed-in"]]);

test("[R17] a route that went past the API keeps the server from starting", () => {
	const app = new Hono().get("/api/me", (context) => context.text(""));
	expect(() => requireRules(app, rules)).not.toThrow();
	app.delete("/api/me", (context) => context.text("gone"));
	expect(() => requireRules(app, rules)).toThrow(/No access rule for DELETE \/api\/me/);
});
