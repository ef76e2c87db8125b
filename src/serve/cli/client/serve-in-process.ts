import { randomBytes } from "node:crypto";
import type { Principal } from "../../../graph/model/access.ts";
import type { Skein } from "../../../open-skein.ts";
import { createApp } from "../../http/create-app.ts";
import { VERSION } from "../terminal/version.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";

const KEY_BYTES = 32;

/** The app a server would serve, called without a network, for one person. */
export function serveInProcess(input: { readonly skein: Skein; readonly caller: Principal }): ApiClient {
	const { skein, caller } = input;
	const { graph, conversations, imports } = skein;
	const operatorKey = randomBytes(KEY_BYTES).toString("base64url");
	const app = createApp({ graph, conversations, imports, version: VERSION, caller, operatorKey });
	return createApiClient({
		isServer: false,
		send: async (path, init) => {
			const headers = { ...init.headers, host: "localhost", "skein-operator": operatorKey };
			return app.request(`http://localhost${path}`, { ...init, headers });
		},
		close: () => skein.close(),
	});
}
