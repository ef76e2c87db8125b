import { Conversations } from "../../src/chat/conversations.ts";
import { offerModel } from "../../src/chat/models/model-choice.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { type AppOptions, createApp } from "../../src/serve/http/create-app.ts";
import { serveHttp } from "../../src/serve/http/serve-http.ts";
import { createMcpHttp } from "../../src/serve/mcp/create-mcp-http.ts";
import { createCaller, type HttpCaller } from "./http-caller.ts";
import { type Person, Workbench } from "./workbench.ts";

export interface ServedWorkbench {
	readonly bench: Workbench;
	readonly url: string;
	readonly app: ReturnType<typeof createApp>;
	/** Errors behind /mcp that no client saw. */
	readonly unexpected: readonly unknown[];
	/** Calls as this person, or as a token of theirs. */
	caller(
		person: Person,
		grant?: { readonly mode: "read" | "write"; readonly projectIds?: readonly string[] },
	): Promise<HttpCaller>;
	close(): Promise<void>;
}

const VERSION = "0.0.0-test";

/** A small workspace in the given database behind a real server. */
export async function serveWorkbench(db: Db, options: Partial<AppOptions> = {}): Promise<ServedWorkbench> {
	const bench = await Workbench.create(db);
	const { graph, workspaceId, people } = bench;
	const conversations = new Conversations({ graph, models: offerModel(null) });
	const unexpected: unknown[] = [];
	const mcp = createMcpHttp({ graph, version: VERSION, onUnexpected: (error) => unexpected.push(error) });
	const app = createApp({ graph, conversations, version: VERSION, mcp: mcp.handle, ...options });
	const server = await serveHttp(app, { host: "127.0.0.1", port: 0 });
	return {
		bench,
		url: server.url,
		app,
		unexpected,
		async caller(person, grant) {
			const purpose = grant === undefined ? "session" : "token";
			const secret = { workspaceId, accountId: people[person], purpose, mode: "write", ...grant } as const;
			return createCaller(server.url, (await graph.store.credentials.create(secret)).token);
		},
		async close() {
			await mcp.close();
			await server.close();
			await graph.close();
		},
	};
}
