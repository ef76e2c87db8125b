import { Conversations } from "../../src/chat/conversations.ts";
import type { LanguageModel } from "../../src/chat/models/model.ts";
import { offerModel } from "../../src/chat/models/model-choice.ts";
import { createApp } from "../../src/serve/http/create-app.ts";
import { serveHttp } from "../../src/serve/http/serve-http.ts";
import { type Demo, openDemo } from "./open-demo.ts";

export interface ServedDemo {
	readonly demo: Demo;
	readonly url: string;
	readonly app: ReturnType<typeof createApp>;
	readonly conversations: Conversations;
	/** A bearer secret: a session with all of the person's rights, or a token narrowed by `grant`. */
	credential(
		person?: string,
		grant?: { readonly mode: "read" | "write"; readonly projectIds?: readonly string[] },
	): Promise<string>;
	/** Another server over the same store, with another model: opening a second store would cost seconds. */
	serveAlso(model: LanguageModel | null): Promise<{ readonly url: string; close(): Promise<void> }>;
	/** The path of a new one-time link. */
	signInPath(person?: string): Promise<string>;
	close(): Promise<void>;
}

/** The demo workspace behind a real server on a free port of loopback. */
export async function serveDemo(
	options: { readonly model?: LanguageModel | null; readonly webFolder?: string } = {},
): Promise<ServedDemo> {
	const demo = await openDemo();
	const { skein, workspaceId } = demo;
	const { webFolder } = options;
	const serve = async (model: LanguageModel | null) => {
		const conversations = new Conversations({ graph: skein.graph, models: offerModel(model) });
		const app = createApp({
			graph: skein.graph,
			conversations,
			version: "0.0.0-test",
			...(webFolder !== undefined && { webFolder }),
		});
		const server = await serveHttp(app, { host: "127.0.0.1", port: 0 });
		const close = async (): Promise<void> => {
			await conversations.stopAll();
			await server.close();
		};
		return { app, conversations, url: server.url, close };
	};
	const { close, ...main } = await serve(options.model ?? null);
	const { credentials } = skein.graph.store;
	return {
		demo,
		...main,
		serveAlso: serve,
		credential: async (person, grant) => {
			const { accountId } = await skein.principal(workspaceId, person);
			const purpose = grant === undefined ? "session" : "token";
			const created = await credentials.create({
				workspaceId,
				accountId,
				purpose,
				mode: "write",
				...grant,
			});
			return created.token;
		},
		signInPath: async (person) => {
			const { accountId } = await skein.principal(workspaceId, person);
			const created = await credentials.create({ workspaceId, accountId, purpose: "sign_in", mode: "write" });
			return `/signin?token=${created.token}`;
		},
		close: async () => {
			await close();
			await demo.close();
		},
	};
}
