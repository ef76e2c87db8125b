import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { SkeinError } from "../../graph/model/errors.ts";
import { Api, type ApiScope } from "./api.ts";
import { guardRequests } from "./guard-requests.ts";
import { answerProblem } from "./problem.ts";
import { addAccountRoutes } from "./routes/account-routes.ts";
import { addChatRoutes } from "./routes/chat-routes.ts";
import { addContextRoutes } from "./routes/context-routes.ts";
import { addEntityRoutes } from "./routes/entity-routes.ts";
import { addImportRoutes } from "./routes/import-routes.ts";
import { addToolRoutes } from "./routes/tool-routes.ts";

export interface AppOptions extends ApiScope {
	/** Names other than loopback under which the server may be addressed. */
	readonly allowedHosts?: readonly string[];
	/** Where the built web app lies; without it only the API is served. */
	readonly webFolder?: string;
}

const notFound = new SkeinError(
	"not_found",
	"There is nothing at this address. GET /api/openapi.json lists what there is.",
);

/** The whole of the HTTP door: guards, the JSON API, the web app. */
export function createApp(options: AppOptions): Hono {
	const api = new Api(options);
	addAccountRoutes(api, options);
	addContextRoutes(api);
	addEntityRoutes(api);
	addChatRoutes(api, options);
	addToolRoutes(api);
	addImportRoutes(api);
	api.open({ method: "get", path: "/api/openapi.json", summary: "This document" }, ({ context }) =>
		context.json(
			api.app.getOpenAPIDocument({ openapi: "3.1.0", info: { title: "Skein", version: options.version } }),
		),
	);

	const app = new Hono();
	app.use("*", guardRequests(options.allowedHosts ?? []));
	app.onError((error, context) => answerProblem(context, error));
	app.route("/", api.app);
	app.all("/api/*", (context) => answerProblem(context, notFound));
	const { webFolder } = options;
	if (webFolder !== undefined) {
		app.get(
			"/assets/*",
			serveStatic({
				root: webFolder,
				onFound: (_path, context) => context.header("cache-control", "public, max-age=31536000, immutable"),
			}),
		);
		app.get("*", serveStatic({ root: webFolder }));
		app.get("*", serveStatic({ root: webFolder, path: "index.html" }));
	}
	app.notFound((context) => answerProblem(context, notFound));
	return app;
}
