import { OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Conversations } from "../../../chat/conversations.ts";
import { dateConflict, type Graph, type Session } from "../../../graph/graph.ts";
import type { Principal } from "../../../graph/model/access.ts";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import type { IdempotencyKey } from "../../../graph/store/write/idempotency.ts";
import { type AnswerWrite, answerWriteOf, writeOrigin } from "./answer-write.ts";
import { authenticate, digest, OPERATOR_HEADER, requireOperator, SESSION_COOKIE } from "./authenticate.ts";
import type { RequestLimits } from "./limit-requests.ts";
import { answerProblem, problemSchema } from "./problem.ts";
import { checkText, readJson } from "./read-json.ts";
import type { AccessRule } from "./require-rules.ts";
import { makeTurnstile } from "./turnstile.ts";

/** The parts that the routes work with. */
export interface ApiScope {
	readonly graph: Graph;
	readonly conversations: Conversations;
	readonly version: string;
	/** Whether the server has been asked to stop; it then takes no new work. */
	readonly isStopping?: () => boolean;
	/** Returns how late timers fired since the last call. */
	readonly readLag?: () => { readonly p50: number; readonly p99: number; readonly max: number };
	/** The caller of every request: for a program that holds the app itself and has no need to sign in. */
	readonly caller?: Principal;
	/** The operator's key; without one, nobody is the operator. */
	readonly operatorKey?: string;
	/** Whether every caller is on the server's own machine: they may have it call addresses that only it can reach. */
	readonly isLocal?: boolean;
}

/** A method and a path, with its parameters in braces, as the OpenAPI document writes them. */
type RouteName = `${"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} ${string}`;

interface RouteInput<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
	readonly summary: string;
	readonly params?: Params;
	readonly query?: Query;
	readonly body?: Body;
	/** The body is a file, which the route itself reads and limits. */
	readonly sends?: "file";
	/** The schema or the form of a successful answer. */
	readonly answer: z.ZodType | "event stream" | "file" | "redirect";
	/** 200 unless something is created, or is still running. */
	readonly status?: 200 | 201 | 202;
	/** Returns the person whose password is tried: attempts at a password have a lower limit than requests. */
	readonly limitBy?: (call: { readonly body: z.infer<Body> }) => string;
	/**
	 * How a request is handled that comes again with its Idempotency-Key: reads need nothing, writes of rows are
	 * remembered with their transaction, some routes recognise their own requests, and the others refuse the key, so that
	 * nobody relies on it.
	 */
	readonly retry?: "reads" | "remembered" | "recognised" | "refused";
}

interface Call<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
	readonly context: Context;
	readonly params: z.infer<Params>;
	readonly query: z.infer<Query>;
	readonly body: z.infer<Body>;
}

/** A response as it is, or an object to be sent as JSON with the status of the route. */
type Result = object | Promise<object>;

const PROBLEM = {
	description: "What went wrong and what to do",
	content: { "application/problem+json": { schema: problemSchema } },
};

const SECURITY: Readonly<Record<AccessRule, Record<string, string[]>[]>> = {
	anyone: [],
	"signed-in": [{ bearer: [] }, { session: [] }],
	operator: [{ operator: [] }],
};

const SECURITY_SCHEMES = {
	bearer: { type: "http", scheme: "bearer" },
	session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
	operator: { type: "apiKey", in: "header", name: OPERATOR_HEADER },
} as const;

/** The JSON API: routes described by schemas, from which inputs are checked and the OpenAPI document is made. */
export class Api {
	readonly app = new OpenAPIHono();
	readonly rules = new Map<string, AccessRule>();
	readonly limits: RequestLimits;
	readonly #scope: ApiScope;
	readonly #pass = makeTurnstile();

	constructor(scope: ApiScope, limits: RequestLimits) {
		this.#scope = scope;
		this.limits = limits;
		this.app.onError((error, context) => answerProblem(context, error));
		for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
			this.app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
	}

	/** A route anyone may call. */
	open<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		name: RouteName,
		route: RouteInput<P, Q, B>,
		handle: (call: Call<P, Q, B>) => Result,
	): void {
		this.#add(name, route, "anyone", async (context) => {
			const call = await readCall(route, context);
			if (route.limitBy !== undefined) await this.limits.checkSignIn(context, route.limitBy(call));
			return handle(call);
		});
	}

	/**
	 * A route for the operator of the server, past all rights; the caller proves it by a key that only the operator can
	 * read.
	 */
	operator<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		name: RouteName,
		route: RouteInput<P, Q, B>,
		handle: (call: Call<P, Q, B>) => Result,
	): void {
		this.#add(name, route, "operator", async (context) => {
			requireOperator(context, this.#scope.operatorKey);
			return handle(await readCall(route, context));
		});
	}

	/**
	 * A route for signed-in callers; it receives their session and can reach nothing else. The caller is identified
	 * before anything is read, and the rights are checked only when all has been read: a slow sender must not keep old
	 * rights.
	 */
	signedIn<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		name: RouteName,
		route: RouteInput<P, Q, B>,
		handle: (
			call: Call<P, Q, B> & {
				readonly session: Session;
				/** The origin that the log names for what this call writes. */
				readonly origin: string;
				readonly answerWrite: AnswerWrite;
				/** Only where the route itself recognises repeated requests. */
				readonly once: IdempotencyKey | undefined;
			},
		) => Result,
	): void {
		const { graph } = this.#scope;
		this.#add(name, route, "signed-in", async (context) => {
			const principal = await this.#admit(context);
			const call = await readCall(route, context);
			const once = readIdempotencyKey({ context, principal, retry: route.retry, body: call.body });
			await this.#pass();
			const isRecognised = route.retry === "recognised";
			const session = await graph.openSession(principal, isRecognised ? undefined : once);
			try {
				return await handle({
					...{ ...call, session, once: isRecognised ? once : undefined },
					...{ origin: writeOrigin(session), answerWrite: answerWriteOf(context, session) },
				});
			} catch (error) {
				throw await dateConflict(session.reader, error);
			}
		});
	}

	/** A route with a protocol of its own: it receives the caller, once known, and does the rest. */
	passOn(
		name: RouteName,
		handle: (call: { readonly context: Context; readonly principal: Principal }) => Promise<Response>,
	): void {
		this.#listen(name, "signed-in", async (context) =>
			handle({ context, principal: await this.#admit(context) }),
		);
	}

	/** The OpenAPI document of everything added so far. */
	describe(): object {
		return this.app.getOpenAPI31Document({
			openapi: "3.1.0",
			info: { title: "Skein", version: this.#scope.version },
		});
	}

	/** Returns the caller, unless they are over their limit of requests. */
	async #admit(context: Context): Promise<Principal> {
		const { graph, caller } = this.#scope;
		const principal = caller ?? (await authenticate(context, graph));
		context.set("principalKind", principal.grant === undefined ? "person" : "agent");
		await this.limits.checkUser(context, principal);
		return principal;
	}

	#add<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
		name: RouteName,
		route: RouteInput<P, Q, B>,
		rule: AccessRule,
		handle: (context: Context) => Promise<object>,
	): void {
		this.app.openAPIRegistry.registerPath(describeRoute(name, route, rule));
		this.#listen(name, rule, async (context) => {
			const result = await handle(context);
			return result instanceof Response ? result : context.json(result, route.status);
		});
	}

	#listen(name: RouteName, rule: AccessRule, handle: (context: Context) => Promise<Response>): void {
		const [method, path] = splitName(name.replaceAll(/\{(\w+)\}/g, ":$1"));
		this.rules.set(`${method} ${path}`, rule);
		this.app.on(method, path, async (context: Context) => {
			context.set("route", path);
			const response = await handle(context);
			return context.req.method === "HEAD" ? dropBody(response) : response;
		});
	}
}

const splitName = (name: string) => name.split(" ", 2) as [method: string, path: string];

/** Hono answers HEAD by GET and drops the body: a stream that nobody reads or cancels would count as open until the server ends. */
function dropBody(response: Response): Response {
	// A stream whose next event is minutes away ends its cancelling with that event, so the answer does not wait for it.
	response.body?.cancel().catch(() => undefined);
	return new Response(null, response);
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
	name: RouteName,
	route: RouteInput<z.ZodObject, z.ZodObject, z.ZodType>,
	rule: AccessRule,
): RouteConfig {
	const [method, path] = splitName(name);
	return {
		method: method.toLowerCase() as RouteConfig["method"],
		path,
		summary: route.summary,
		security: SECURITY[rule],
		request: {
			...(route.params && { params: route.params }),
			...(route.query && { query: route.query }),
			...(route.body && {
				body: { required: true, content: { "application/json": { schema: route.body } } },
			}),
			...(route.sends && {
				body: { required: true, content: { "application/octet-stream": { schema: z.string() } } },
			}),
		},
		responses: { ...describeAnswer(route), default: PROBLEM },
	};
}

const MEDIA_TYPES = { file: "application/octet-stream", "event stream": "text/event-stream" } as const;

function describeAnswer(
	route: Pick<RouteInput<z.ZodObject, z.ZodObject, z.ZodType>, "answer" | "summary" | "status">,
) {
	const { answer, summary: description, status = 200 } = route;
	if (answer === "redirect") return { 303: { description } };
	if (typeof answer === "string")
		return { 200: { description, content: { [MEDIA_TYPES[answer]]: { schema: z.string() } } } };
	return { [status]: { description, content: { "application/json": { schema: answer } } } };
}

const FORM = /^[\x21-\x7e]{1,200}$/;

/**
 * Returns the key under which the writes of a request are remembered; undefined when it carries none or writes nothing.
 */
function readIdempotencyKey(input: {
	readonly context: Context;
	readonly principal: Principal;
	readonly retry: "reads" | "remembered" | "recognised" | "refused" | undefined;
	readonly body: unknown;
}): IdempotencyKey | undefined {
	const { context, principal, retry = "remembered", body } = input;
	const key = context.req.header("idempotency-key");
	if (key === undefined || context.req.method === "GET" || retry === "reads") return undefined;
	if (retry === "refused") {
		throw new InvalidInputError(
			"This route cannot promise to act only once. Send the request without an Idempotency-Key.",
			{ field: "idempotency-key" },
			"idempotency_unsupported",
		);
	}
	if (!FORM.test(key)) {
		throw new InvalidInputError(
			"An Idempotency-Key takes 1 to 200 visible characters, such as a UUID.",
			{ field: "idempotency-key" },
			"invalid_idempotency_key",
		);
	}
	const { workspaceId, accountId, grant } = principal;
	const { pathname, search } = new URL(context.req.url);
	// If-Match is part of the request: the same change made from another version is another change.
	const precondition = context.req.header("if-match") ?? "";
	const request = [context.req.method, pathname + search, precondition, JSON.stringify(body ?? null)];
	return {
		...{ workspaceId, key },
		actor:
			grant === undefined ? accountId : `${accountId} ${digest(JSON.stringify(grant)).toString("base64url")}`,
		requestHash: digest(request.join("\n")),
	};
}
