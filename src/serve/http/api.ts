import { createRoute, OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Conversations } from "../../chat/conversations.ts";
import type { Graph, Session } from "../../graph/graph.ts";
import { InvalidInputError, SkeinError } from "../../graph/model/errors.ts";
import { openSession } from "./authenticate.ts";
import { answerProblem } from "./problem.ts";

/** What the routes work with. */
export interface ApiScope {
	readonly graph: Graph;
	readonly conversations: Conversations;
	readonly version: string;
}

/** Who may call a route. Every route must say. */
export type AccessRule = "anyone" | "signed-in";

const LARGEST_BODY = 6_000_000;

const problemSchema = z
	.object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string(), code: z.string() })
	.loose()
	.openapi("Problem");

const PROBLEM = {
	description: "What went wrong and what to do",
	content: { "application/problem+json": { schema: problemSchema } },
};

interface RouteInput<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
	readonly method: "get" | "post" | "patch" | "put" | "delete";
	readonly path: string;
	readonly summary: string;
	readonly params?: Params;
	readonly query?: Query;
	readonly body?: Body;
	/** The shape of a good answer; absent for streams and redirects. */
	readonly answer?: z.ZodType;
}

interface Call<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
	readonly context: Context;
	readonly params: z.infer<Params>;
	readonly query: z.infer<Query>;
	readonly body: z.infer<Body>;
}

/** The JSON API: routes described by schemas, from which inputs are checked and the OpenAPI document is made. */
export class Api {
	readonly app = new OpenAPIHono({
		defaultHook: (result, context) => {
			if (result.success) return;
			const [issue] = result.error.issues;
			const field = issue?.path.join(".") ?? "";
			return answerProblem(
				context,
				new InvalidInputError(`${field || "request"}: ${issue?.message}`, { field }),
			);
		},
	});
	readonly rules = new Map<string, AccessRule>();
	readonly #scope: ApiScope;

	constructor(scope: ApiScope) {
		this.#scope = scope;
		this.app.onError((error, context) => answerProblem(context, error));
		this.app.use(
			"*",
			bodyLimit({
				maxSize: LARGEST_BODY,
				onError: (context) =>
					answerProblem(
						context,
						new SkeinError("too_large", `A request may have at most ${LARGEST_BODY} bytes.`),
					),
			}),
		);
	}

	/** A route anyone may call. */
	open<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		route: RouteInput<P, Q, B>,
		handle: (call: Call<P, Q, B>) => Response | Promise<Response>,
	): void {
		this.#add(route, "anyone", handle);
	}

	/** A route for whoever is signed in; it is handed their session and can reach nothing else. */
	signedIn<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		route: RouteInput<P, Q, B>,
		handle: (call: Call<P, Q, B> & { readonly session: Session }) => Response | Promise<Response>,
	): void {
		this.#add(route, "signed-in", async (call) =>
			handle({ ...call, session: await openSession(call.context, this.#scope.graph) }),
		);
	}

	#add<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		route: RouteInput<P, Q, B>,
		rule: AccessRule,
		handle: (call: Call<P, Q, B>) => Response | Promise<Response>,
	): void {
		const config: RouteConfig = {
			method: route.method,
			path: route.path,
			summary: route.summary,
			security: rule === "anyone" ? [] : [{ bearer: [] }],
			request: {
				...(route.params && { params: route.params }),
				...(route.query && { query: route.query }),
				...(route.body && {
					body: { required: true, content: { "application/json": { schema: route.body } } },
				}),
			},
			responses: {
				200: route.answer
					? { description: route.summary, content: { "application/json": { schema: route.answer } } }
					: { description: route.summary },
				default: PROBLEM,
			},
		};
		this.rules.set(`${route.method.toUpperCase()} ${route.path}`, rule);
		this.app.openapi(createRoute(config), async (context) => {
			const valid = (target: string): unknown => (context.req.valid as (target: string) => unknown)(target);
			return handle({
				context,
				params: (route.params ? valid("param") : {}) as z.infer<P>,
				query: (route.query ? valid("query") : {}) as z.infer<Q>,
				body: (route.body ? valid("json") : undefined) as z.infer<B>,
			});
		});
	}
}
