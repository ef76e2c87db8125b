import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { fileURLToPath } from "node:url";
import { Conversations } from "../../chat/conversations.ts";
import { chooseModel } from "../../chat/models/choose-model.ts";
import { openSkein } from "../../open-skein.ts";
import { createApp } from "../http/create-app.ts";
import { serveHttp } from "../http/serve-http.ts";
import { chooseWorkspace } from "./choose-workspace.ts";
import { colors } from "./colors.ts";
import { type CommonOptions, dataFolderOf } from "./common-options.ts";
import { removeServerFile, writeServerFile } from "./server-file.ts";
import { print, talk } from "./talk.ts";
import { VERSION } from "./version.ts";

export interface StartOptions extends CommonOptions {
	readonly port: number;
	readonly host: string;
	readonly demo: boolean;
}

const SIGN_IN_SECONDS = 86_400;

const untilAskedToStop = (): Promise<void> =>
	new Promise((resolve) => {
		for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
	});

/** Serves until it is asked to stop; then ends what it is saying, stores it, and closes. */
export async function startServer(options: StartOptions): Promise<void> {
	const dataFolder = dataFolderOf(options);
	await mkdir(dataFolder, { recursive: true });
	const model = chooseModel({ environment: process.env });
	const skein = await openSkein({
		dataFolder,
		...(options.databaseUrl !== undefined && { databaseUrl: options.databaseUrl }),
		onProgress: talk,
		...(process.env.SKEIN_EMBEDDINGS === "off" && { embedder: null }),
	});
	skein.graph.startIndexing();
	try {
		const workspace = await chooseWorkspace(skein, {
			workspace: options.workspace,
			whenEmpty: options.demo ? "demo" : "own",
		});
		const { accountId } = await skein.principal(workspace.id, options.as);
		const conversations = new Conversations(model);
		const webFolder = fileURLToPath(new URL("../../web", import.meta.url));
		const app = createApp({
			graph: skein.graph,
			conversations,
			version: VERSION,
			allowedHosts: [isIPv6(options.host) ? `[${options.host}]` : options.host],
			...(existsSync(webFolder) && { webFolder }),
		});
		const server = await serveHttp(app, options);
		const { credentials } = skein.graph.store;
		const owner = { workspaceId: workspace.id, accountId, mode: "write" } as const;
		const commandLine = await credentials.create({ ...owner, purpose: "session" });
		const signIn = await credentials.create({
			...owner,
			purpose: "sign_in",
			lifetimeSeconds: SIGN_IN_SECONDS,
		});
		await writeServerFile(dataFolder, { url: server.url, pid: process.pid, token: commandLine.token });
		print(`listening on ${server.url}`);
		print(`sign in at ${colors.bold(`${server.url}/signin?token=${signIn.token}`)}`);
		talk(
			model
				? `answers are written by ${model.provider}:${model.id}`
				: "no language model is configured: answers are quoted passages",
		);

		await untilAskedToStop();
		talk("stopping");
		await removeServerFile(dataFolder);
		await conversations.stopAll();
		await server.close();
		await credentials.revoke(workspace.id, commandLine.id);
	} finally {
		await skein.close();
	}
}
