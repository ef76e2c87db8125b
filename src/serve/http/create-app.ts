import { serveStatic } from "@hono/node-server/serve-static";
import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { SkeinError } from "../../graph/model/errors.ts";
import { Api, type ApiScope } from "./api.ts";
import { guardRequests } from "./guard-requests.ts";
import { answerProblem } from "./problem.ts";
import { LARGEST_BODY } from "./read-json.ts";
import { type AccessRule, requireRules } from "./require-rules.ts";
import { addAccountRoutes } from "./routes/account-routes.ts";
import { addChatRoutes } from "./routes/chat-routes.ts";
import { addContextRoutes } from "./routes/context-routes.ts";
import { addEntityRoutes } from "./routes/entity-routes.ts";
import { addImportRoutes } from "./routes/import-routes.ts";
import { addQueryRoutes } from "./routes/query-routes.ts";
import { addToolRoutes } from "./routes/tool-routes.ts";

export interface AppOptions extends ApiScope {
	/** Names other than loopback under which the server may be addressed. */
	readonly allowedHosts?: readonly string[];
	/** Where the built web app lies; without it only the API is served. */
	readonly webFolder?: string;
}

/** What stands around the API: the guards, what is not there, and the files of the web app, which hold no data. */
const FRAME_RULES: readonly (readonly [string, AccessRule])[] = [
	["ALL /*", "anyone"],
	["ALL /api/*", "anyone"],
	["GET /assets/*", "anyone"],
	["GET /*", "anyone"],
];

const notFound = (): SkeinError =>
	new SkeinError("not_found", "There is nothing at this address. GET /api/openapi.json lists what there is.");

const tooLarge = (): SkeinError =>
	new SkeinError("too_large", `A request may have at most ${LARGEST_BODY} bytes. Send less at once.`);

function createApi(options: AppOptions): Api {
	const api = new Api(options);
	addAccountRoutes(api, options);
	addContextRoutes(api);
	addEntityRoutes(api);
	addQueryRoutes(api);
	addChatRoutes(api, options);
	addToolRoutes(api);
	addImportRoutes(api);
	api.open(
		{ method: "get", path: "/api/openapi.json", summary: "This document", answer: z.looseObject({}) },
		({ context }) => context.json(api.describe()),
	);
	return api;
}

/** The whole of the HTTP door: guards, the JSON API, the web app. */
export function createApp(options: AppOptions): Hono {
	const api = createApi(options);
	const app = new Hono();
	app.use("*", guardRequests(options.allowedHosts ?? []));
	app.use(
		"*",
		bodyLimit({ maxSize: LARGEST_BODY, onError: (context) => answerProblem(context, tooLarge()) }),
	);
	app.onError((error, context) => answerProblem(context, error));
	app.notFound((context) => answerProblem(context, notFound()));
	app.route("/", api.app);
	app.all("/api/*", (context) => answerProblem(context, notFound()));
	if (options.webFolder !== undefined) addWebApp(app, options.webFolder);
	requireRules(app, new Map([...api.rules, ...FRAME_RULES]));
	return app;
}

function addWebApp(app: Hono, root: string): void {
	// Their names hold a hash of their content. One that is gone must not be answered with the page: a browser
	// would keep that for a year under the name of a script.
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
