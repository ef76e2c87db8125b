import { InvalidInputError } from "../../graph/model/errors.ts";
import type { Backend } from "./backend.ts";
import { chooseWorkspace, type WhenEmpty } from "./choose-workspace.ts";
import { type CommonOptions, dataFolderOf } from "./common-options.ts";
import { RemoteBackend } from "./remote-backend.ts";
import { findServer, type ServerFile } from "./server-file.ts";
import { talk } from "./talk.ts";

/** Talks to the server that holds the data folder when there is one, and opens the store otherwise. */
export async function openBackend(options: CommonOptions, whenEmpty: WhenEmpty): Promise<Backend> {
	const server = options.databaseUrl === undefined ? await findServer(dataFolderOf(options)) : null;
	return server ? openRemote(server, options) : openLocal(options, whenEmpty);
}

async function openRemote(server: ServerFile, { as, workspace }: CommonOptions): Promise<Backend> {
	if (as !== undefined) {
		throw new InvalidInputError(
			`--as needs direct access to the store: stop the running server (process ${server.pid}) first.`,
			{ field: "as" },
		);
	}
	const backend = new RemoteBackend(server);
	if (workspace !== undefined) await backend.requireWorkspace(workspace);
	return backend;
}

async function openLocal(options: CommonOptions, whenEmpty: WhenEmpty): Promise<Backend> {
	// Loaded only now: a command that finds a server needs nothing of what a store is made of.
	const [{ openSkein }, { LocalBackend }] = await Promise.all([
		import("../../open-skein.ts"),
		import("./local-backend.ts"),
	]);
	const { databaseUrl, workspace: name, as } = options;
	const skein = await openSkein({
		dataFolder: dataFolderOf(options),
		...(databaseUrl !== undefined && { databaseUrl }),
		...(process.env.SKEIN_EMBEDDINGS === "off" && { embedder: null }),
		onProgress: talk,
	});
	try {
		const workspace = await chooseWorkspace(skein, { workspace: name, whenEmpty });
		return new LocalBackend(skein, await skein.principal(workspace.id, as));
	} catch (error) {
		// Left open, the store would keep the process alive and its folder locked.
		await skein.close();
		throw error;
	}
}
