import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Conversations } from "../../src/chat/conversations.ts";
import { offerModel } from "../../src/chat/models/model-choice.ts";
import { Graph } from "../../src/graph/graph.ts";
import { openPglite } from "../../src/graph/store/engine/open-pglite.ts";
import { Store } from "../../src/graph/store/store.ts";
import { createApp } from "../../src/serve/http/create-app.ts";
import { serveHttp } from "../../src/serve/http/serve-http.ts";
import { createCaller, type HttpCaller } from "./http-caller.ts";
import { prepareTestFolder } from "./open-test-database.ts";
import { type ServedWorkbench, serveWorkbench } from "./serve-workbench.ts";

export interface HostileStage {
	readonly served: ServedWorkbench;
	/** The `--data` argument of a command, for use after the server has ended. */
	readonly folder: string;
	readonly ada: HttpCaller;
	/** A session of Ada's, who owns the workspace. */
	signIn(): Promise<string>;
	/** The same store behind another server, as after a restart. */
	restart(): Promise<HttpCaller>;
	/** Ends the server and leaves the store. */
	stop(): Promise<void>;
	close(): Promise<void>;
}

/** A workspace that outlives its server, and lets anybody ask as often as they like. */
export async function openHostileStage(): Promise<HostileStage> {
	const folder = await prepareTestFolder();
	const openStore = () => openPglite({ folder: join(folder, "database") });
	const served = await serveWorkbench(await openStore(), {
		limits: { perAddress: 1e9, perUser: 1e9, signIns: 10 },
	});
	const { bench } = served;
	const signIn = async (): Promise<string> => {
		const owned = { workspaceId: bench.workspaceId, accountId: bench.people.ada };
		return (await bench.graph.store.credentials.create({ ...owned, purpose: "session", mode: "write" }))
			.token;
	};
	const token = await signIn();
	let close = (): Promise<void> => served.close();
	return {
		served,
		folder,
		signIn,
		ada: createCaller(served.url, token),
		async restart() {
			const last = await signIn();
			await close();
			const graph = new Graph(new Store(await openStore()));
			const conversations = new Conversations({ graph, models: offerModel(null) });
			const app = createApp({ graph, conversations, version: "0.0.0-test" });
			const server = await serveHttp(app, { host: "127.0.0.1", port: 0 });
			close = async () => {
				await server.close();
				await graph.close();
			};
			return createCaller(server.url, last);
		},
		async stop() {
			await close();
			close = async () => undefined;
		},
		async close() {
			await close();
			close = async () => undefined;
			await rm(folder, { recursive: true, force: true });
		},
	};
}
