import { serveStatic } from "@hono/node-server/serve-static";
import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { SkeinError } from "../../graph/model/errors.ts";
import { ImportJobs } from "../../graph/transfer/jobs/import-jobs.ts";
import type { SourceList } from "../../graph/transfer/source-list.ts";
import { Api, type ApiScope } from "./exchange/api.ts";
import { guardRequests } from "./exchange/guard-requests.ts";
import { DEFAULT_LIMITS, type Limits, limitRequests, type RequestLimits } from "./exchange/limit-requests.ts";
import { observeRequests, type RequestLog } from "./exchange/observe-requests.ts";
import { answerProblem } from "./exchange/problem.ts";
import { LARGEST_BODY } from "./exchange/read-json.ts";
import { type AccessRule, requireRules } from "./exchange/require-rules.ts";
import { addAttachmentRoutes } from "./routes/attachment-routes.ts";
import { addChangeRoutes } from "./routes/change-routes.ts";
import { addChatRoutes } from "./routes/chat-routes.ts";
import { addContextRoutes } from "./routes/context-routes.ts";
import { addEdgeRoutes } from "./routes/edge-routes.ts";
import { addBlockRoutes, addEntityRoutes } from "./routes/entity-routes.ts";
import { addHealthRoutes } from "./routes/health-routes.ts";
import { addKindRoutes } from "./routes/kind-routes.ts";
import { addMcpRoutes, type McpHandler } from "./routes/mcp-routes.ts";
import { addMemberRoutes, addTokenRoutes } from "./routes/member-routes.ts";
import { addOntoRoutes } from "./routes/onto-routes.ts";
import { addProjectRoutes } from "./routes/project-routes.ts";
import { addQueryRoutes } from "./routes/query-routes.ts";
import { addRatingRoutes } from "./routes/rating-routes.ts";
import { addMeRoutes, addSessionRoutes } from "./routes/session-routes.ts";
import { addModelRoutes, addSettingsRoutes } from "./routes/settings-routes.ts";
import { addShareRoutes } from "./routes/share-routes.ts";
import { addSuggestionRoutes } from "./routes/suggestion-routes.ts";
import { addSummaryRoutes } from "./routes/summary-routes.ts";
import { addToolRoutes } from "./routes/tool-routes.ts";
import { addExportRoutes, addImportRoutes } from "./routes/transfer-routes.ts";

export interface AppOptions extends ApiScope {
	/** Names other than loopback under which the server may be addressed. */
	readonly allowedHosts?: readonly string[];
	/** The folder of the built web app; without it only the API is served. */
	readonly webFolder?: string;
	readonly limits?: Limits;
	/** Passed in by the caller, which has to end the imports before the store closes. */
	readonly imports?: ImportJobs;
	/** What can be imported from; the sources that ship otherwise. */
	readonly sources?: SourceList;
	/** Answers requests to /mcp; without it there is no such address. */
	readonly mcp?: McpHandler;
	/** Receives a record of every request. */
	readonly log?: RequestLog;
}

/** The rules around the API: the guards, unknown paths, and the files of the web app, which hold no data. */
const FRAME_RULES: readonly (readonly [string, AccessRule])[] = [
	["ALL /*", "anyone"],
	["ALL /api/*", "anyone"],
	["GET /assets/*", "anyone"],
	["GET /*", "anyone"],
];

/** Routes that take files read them piece by piece and count them as they come. */
const SENDS_FILE = /^\/api\/(?:uploads$|entities\/[^/]+\/attachments\/)/;

const notFound = (): SkeinError =>
	new SkeinError("not_found", "There is nothing at this address. GET /api/openapi.json lists what there is.");

const tooLarge = (): SkeinError =>
	new SkeinError("too_large", `A request may have at most ${LARGEST_BODY} bytes. Send less at once.`);

function createApi(options: AppOptions, limits: RequestLimits): Api {
	const api = new Api(options, limits);
	addHealthRoutes(api, options);
	addSessionRoutes(api, options);
	addMeRoutes(api, options);
	addSettingsRoutes(api, options);
	addModelRoutes(api, options);
	addTokenRoutes(api);
	addMemberRoutes(api);
	addProjectRoutes(api);
	addContextRoutes(api);
	addEntityRoutes(api);
	addBlockRoutes(api);
	addAttachmentRoutes(api);
	addEdgeRoutes(api);
	addKindRoutes(api);
	addShareRoutes(api);
	addChangeRoutes(api);
	addSuggestionRoutes(api);
	addSummaryRoutes(api, options);
	addOntoRoutes(api);
	addQueryRoutes(api);
	addChatRoutes(api, options);
	addRatingRoutes(api);
	addToolRoutes(api, options);
	addImportRoutes(api, { ...options, imports: options.imports ?? new ImportJobs() });
	addExportRoutes(api, options);
	if (options.mcp !== undefined) addMcpRoutes(api, options.mcp);
	api.open("GET /api/openapi.json", { summary: "This document", answer: z.looseObject({}) }, () =>
		api.describe(),
	);
	return api;
}

/** Creates the whole HTTP server: guards, the JSON API, the web app. */
export function createApp(options: AppOptions): Hono {
	const limits = limitRequests(options.limits ?? DEFAULT_LIMITS);
	const api = createApi(options, limits);
	const app = new Hono();
	const { log, isStopping = () => false } = options;
	app.use("*", observeRequests({ log, isStopping }));
	app.use("*", guardRequests(options.allowedHosts ?? []));
	app.use("*", limits.guard());
	const limitBody = bodyLimit({
		maxSize: LARGEST_BODY,
		onError: (context) => answerProblem(context, tooLarge()),
	});
	app.use("*", (context, next) => (SENDS_FILE.test(context.req.path) ? next() : limitBody(context, next)));
	app.onError((error, context) => answerProblem(context, error));
	app.notFound((context) => answerProblem(context, notFound()));
	app.route("/", api.app);
	app.all("/api/*", (context) => answerProblem(context, notFound()));
	if (options.webFolder !== undefined) addWebApp(app, options.webFolder);
	requireRules(app, new Map([...api.rules, ...FRAME_RULES]));
	return app;
}

function addWebApp(app: Hono, root: string): void {
	// Their names hold a hash of their content. A missing one must not be answered with the page: a browser would keep
	// that for a year under the name of a script.
	app.get(
		"/assets/*",
		serveStatic({
			root,
			onFound: (_path, context) => context.header("cache-control", "public, max-age=31536000, immutable"),
		}),
		(context) => answerProblem(context, notFound()),
	);
	const askAgain = (_path: string, context: { header(name: string, value: string): void }) =>
		context.header("cache-control", "no-cache");
	app.get("*", serveStatic({ root, onFound: askAgain }));
	app.get("*", serveStatic({ root, path: "index.html", onFound: askAgain }));
}
