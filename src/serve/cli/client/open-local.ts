import { randomBytes } from "node:crypto";
import type { Principal } from "../../../graph/model/access.ts";
import { SkeinError } from "../../../graph/model/errors.ts";
import type { Workspace } from "../../../graph/store/people/workspaces.ts";
import type { Skein } from "../../../open-skein.ts";
import { createApp } from "../../http/create-app.ts";
import type { CommonOptions } from "../terminal/add-command.ts";
import { talk } from "../terminal/talk.ts";
import { VERSION } from "../terminal/version.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { openModels } from "./open-models.ts";
import { openStore } from "./open-store.ts";

const KEY_BYTES = 32;

/** The app a server would serve, called without a network, for one person. */
export function serveInProcess(input: { readonly skein: Skein; readonly caller: Principal }): ApiClient {
	const { skein, caller } = input;
	const { graph, conversations, imports, sources } = skein;
	const operatorKey = randomBytes(KEY_BYTES).toString("base64url");
	const app = createApp({ graph, conversations, imports, sources, version: VERSION, caller, operatorKey });
	return createApiClient({
		isServer: false,
		send: async (path, init) => {
			const headers = { ...init.headers, host: "localhost", "skein-operator": operatorKey };
			return app.request(`http://localhost${path}`, { ...init, headers });
		},
		close: () => skein.close(),
	});
}

/** The action where there is no workspace yet: load the demo, create an empty one, or refuse. */
export type WhenEmpty = "demo" | "own" | "refuse";

/** Returns the workspace of that name, or the first; in a new store, the one that the command creates. */
export async function chooseWorkspace(
	skein: Skein,
	options: { readonly workspace?: string | undefined; readonly whenEmpty: WhenEmpty },
): Promise<Workspace> {
	if (options.workspace !== undefined) return skein.workspace(options.workspace);
	const isEmpty = (await skein.graph.store.workspaces.list()).length === 0;
	if (isEmpty && options.whenEmpty === "refuse") {
		throw new SkeinError(
			"workspace_missing",
			"There is no workspace here yet. Run skein start, which makes one, or import something.",
		);
	}
	if (isEmpty && options.whenEmpty === "demo") talk("nothing here yet: loading the demo workspace");
	const today = new Date().toISOString().slice(0, "2026-01-01".length);
	return skein.ensureWorkspace({ demo: options.whenEmpty === "demo", today });
}

export interface ClientNeeds {
	readonly whenEmpty: WhenEmpty;
	/** A wrongly configured model must fail only the commands that need an answer. */
	readonly withModel?: boolean;
}

/** Opens the store and serves its workspace in this process. */
export async function openLocal(options: CommonOptions, needs: ClientNeeds): Promise<ApiClient> {
	const skein = await openStore(options, needs.withModel ? await openModels(options) : undefined);
	try {
		const workspace = await chooseWorkspace(skein, { workspace: options.workspace, ...needs });
		const caller = await skein.principal(workspace.id, options.as);
		return serveInProcess({ skein, caller });
	} catch (error) {
		// Left open, the store would keep the process alive and its folder locked.
		await skein.close();
		throw error;
	}
}
