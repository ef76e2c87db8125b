import { OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Conversations } from "../../chat/conversations.ts";
import type { Graph, Session } from "../../graph/graph.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import { authenticate, SESSION_COOKIE } from "./authenticate.ts";
import { answerProblem, problemSchema } from "./problem.ts";
import { checkText, readJson } from "./read-json.ts";
import type { AccessRule } from "./require-rules.ts";

/** What the routes work with. */
export interface ApiScope {
	readonly graph: Graph;
	readonly conversations: Conversations;
	readonly version: string;
}

interface RouteInput<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
	readonly method: "get" | "post" | "patch" | "put" | "delete";
	/** With its parameters in braces, as the OpenAPI document writes them. */
	readonly path: string;
	readonly summary: string;
	readonly params?: Params;
	readonly query?: Query;
	readonly body?: Body;
	/** What a good answer looks like. */
	readonly answer: z.ZodType | "event stream" | "redirect";
}

interface Call<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
	readonly context: Context;
	readonly params: z.infer<Params>;
	readonly query: z.infer<Query>;
	readonly body: z.infer<Body>;
}

const PROBLEM = {
	description: "What went wrong and what to do",
	content: { "application/problem+json": { schema: problemSchema } },
};

const SECURITY = [{ bearer: [] }, { session: [] }];

/** The JSON API: routes described by schemas, from which inputs are checked and the OpenAPI document is made. */
export class Api {
	readonly app = new OpenAPIHono();
	readonly rules = new Map<string, AccessRule>();
	readonly #scope: ApiScope;

	constructor(scope: ApiScope) {
		this.#scope = scope;
		this.app.onError((error, context) => answerProblem(context, error));
		const registry = this.app.openAPIRegistry;
		registry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
		registry.registerComponent("securitySchemes", "session", {
			type: "apiKey",
			in: "cookie",
			name: SESSION_COOKIE,
		});
	}

	/** A route anyone may call. */
	open<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		route: RouteInput<P, Q, B>,
		handle: (call: Call<P, Q, B>) => Response | Promise<Response>,
	): void {
		this.#add(route, "anyone", async (context) => handle(await readCall(route, context)));
	}

	/**
	 * A route for whoever is signed in; it is handed their session and can reach nothing else. Who calls is asked before
	 * anything is read, and what they may see only when all has been read: a slow sender must not keep old rights.
	 */
	signedIn<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		route: RouteInput<P, Q, B>,
		handle: (call: Call<P, Q, B> & { readonly session: Session }) => Response | Promise<Response>,
	): void {
		const { graph } = this.#scope;
		this.#add(route, "signed-in", async (context) => {
			const principal = await authenticate(context, graph);
			const call = await readCall(route, context);
			return handle({ ...call, session: await graph.as(principal) });
		});
	}

	/** The OpenAPI document of everything added so far. */
	describe(): object {
		return this.app.getOpenAPI31Document({
			openapi: "3.1.0",
			info: { title: "Skein", version: this.#scope.version },
		});
	}

	#add<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		route: RouteInput<P, Q, B>,
		rule: AccessRule,
		handle: (context: Context) => Promise<Response>,
	): void {
		const method = route.method.toUpperCase();
		const path = route.path.replaceAll(/\{(\w+)\}/g, ":$1");
		this.app.openAPIRegistry.registerPath(describeRoute(route, rule));
		this.rules.set(`${method} ${path}`, rule);
		this.app.on(method, path, handle);
	}
}

async function readCall<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
	route: RouteInput<P, Q, B>,
	context: Context,
): Promise<Call<P, Q, B>> {
	const query = context.req.query();
	for (const [name, value] of Object.entries(query)) checkText(name + value);
	return {
		context,
		params: check(route.params, context.req.param()),
		query: check(route.query, query),
		body: route.body === undefined ? undefined : check(route.body, await readJson(context)),
	} as Call<P, Q, B>;
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
	if (schema === undefined) return {};
	const checked = schema.safeParse(value);
	if (checked.success) return checked.data;
	const [issue] = checked.error.issues;
	const field = issue?.path.join(".") ?? "";
	throw new InvalidInputError(`${field || "request"}: ${issue?.message}`, { field });
}

function describeRoute(
	route: RouteInput<z.ZodObject, z.ZodObject, z.ZodType>,
	rule: AccessRule,
): RouteConfig {
	return {
		method: route.method,
		path: route.path,
		summary: route.summary,
		security: rule === "anyone" ? [] : SECURITY,
		request: {
			...(route.params && { params: route.params }),
			...(route.query && { query: route.query }),
			...(route.body && {
				body: { required: true, content: { "application/json": { schema: route.body } } },
			}),
		},
		responses: { ...describeAnswer(route), default: PROBLEM },
	};
}

function describeAnswer({ answer, summary: description }: { answer: unknown; summary: string }) {
	if (answer === "redirect") return { 303: { description } };
	if (answer === "event stream")
		return { 200: { description, content: { "text/event-stream": { schema: z.string() } } } };
	return { 200: { description, content: { "application/json": { schema: answer as z.ZodType } } } };
}
