import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Command, InvalidArgumentError } from "commander";
import pc from "picocolors";
import { Conversations } from "../../../chat/conversations.ts";
import { chooseModel } from "../../../chat/models/choose-model.ts";
import { openSkein } from "../../../open-skein.ts";
import { createApp } from "../../http/create-app.ts";
import { serveHttp } from "../../http/serve-http.ts";
import { addCommonOptions, type CommonOptions, dataFolderOf } from "../common-options.ts";
import { removeServerFile, writeServerFile } from "../server-file.ts";
import { print, talk } from "../talk.ts";
import { VERSION } from "../version.ts";

interface Options extends CommonOptions {
	readonly port: number;
	readonly host: string;
	readonly demo: boolean;
}

const DEFAULT_PORT = 4747;
const SIGN_IN_SECONDS = 86_400;

function parsePort(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new InvalidArgumentError("It takes a port number.");
	return port;
}

const untilAskedToStop = (): Promise<void> =>
	new Promise((resolve) => {
		for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
	});

async function start(options: Options): Promise<void> {
	const dataFolder = dataFolderOf(options);
	await mkdir(dataFolder, { recursive: true });
	const model = chooseModel({ environment: process.env });
	const skein = await openSkein({
		dataFolder,
		...(options.databaseUrl !== undefined && { databaseUrl: options.databaseUrl }),
		onProgress: talk,
	});
	try {
		const today = new Date().toISOString().slice(0, 10);
		const workspace =
			options.workspace === undefined
				? await skein.ensureWorkspace({ demo: options.demo, today })
				: await skein.workspace(options.workspace);
		const { accountId } = await skein.principal(workspace.id, options.as);
		const conversations = new Conversations(model);
		const webFolder = fileURLToPath(new URL("../../../web", import.meta.url));
		const app = createApp({
			graph: skein.graph,
			conversations,
			version: VERSION,
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
		print(`sign in at ${pc.bold(`${server.url}/signin?token=${signIn.token}`)}`);
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

export function addStartCommand(program: Command): void {
	addCommonOptions(program.command("start"))
		.description("Serve the web app and the API")
		.option("--port <number>", "port to listen on; 0 takes any free one", parsePort, DEFAULT_PORT)
		.option("--host <address>", "address to listen on", "127.0.0.1")
		.option("--no-demo", "start with an empty workspace instead of the demo")
		.action(start);
}
