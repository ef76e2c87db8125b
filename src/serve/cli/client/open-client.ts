import { InvalidInputError, SkeinError } from "../../../graph/model/errors.ts";
import type { Workspace } from "../../../graph/store/people/workspaces.ts";
import { type CommonOptions, dataFolderOf } from "../terminal/add-command.ts";
import { type ApiClient, createApiClient, type Send } from "./api-client.ts";
import type { ClientNeeds } from "./open-local.ts";
import { findServer, type ServerFile } from "./server-file.ts";

/** Calls the server that holds the data folder when there is one, and opens the store otherwise. */
async function openClient(options: CommonOptions, needs: ClientNeeds): Promise<ApiClient> {
	const server = options.databaseUrl === undefined ? await findServer(dataFolderOf(options)) : null;
	if (server !== null) return openRemote(server, options);
	// Loaded only now: a command that finds a server needs none of the store's code.
	return (await import("./open-local.ts")).openLocal(options, needs);
}

/**
 * Runs a command with a client and closes it even when the command fails: left open, a store would keep the process
 * alive.
 */
export async function withClient(
	options: CommonOptions,
	needs: ClientNeeds,
	run: (client: ApiClient) => Promise<void>,
): Promise<void> {
	const client = await openClient(options, needs);
	try {
		await run(client);
	} finally {
		await client.close();
	}
}

const nothingToClose = (): Promise<void> => Promise.resolve();

async function openRemote(server: ServerFile, options: CommonOptions): Promise<ApiClient> {
	if (options.as !== undefined) {
		throw new InvalidInputError(
			`--as needs direct access to the store: stop the running server (process ${server.pid}) first.`,
			{ field: "as" },
		);
	}
	const first = createApiClient({ isServer: true, send: sendTo(server), close: nothingToClose });
	if (options.workspace === undefined) return first;
	const workspaceId = await findWorkspace(first, options.workspace);
	return createApiClient({ isServer: true, send: sendTo(server, workspaceId), close: nothingToClose });
}

const sendTo =
	({ url, pid, token, operatorKey }: ServerFile, workspaceId?: string): Send =>
	(path, init) =>
		fetch(url + path, {
			...init,
			headers: {
				...init.headers,
				authorization: `Bearer ${token}`,
				"skein-operator": operatorKey,
				...(workspaceId !== undefined && { "skein-workspace": workspaceId }),
			},
		}).catch((cause: unknown) => {
			const message = `The server (process ${pid}) went away while it was asked. Start it again, or try without it.`;
			throw new SkeinError("server_unreachable", message, { cause });
		});

/** A command that names another workspace must not be answered from the server's own one. */
async function findWorkspace(client: ApiClient, idOrName: string): Promise<string> {
	const { workspaces } = await client.get<{ workspaces: readonly Workspace[] }>("/api/me");
	const found = workspaces.find(({ id, name }) => id === idOrName || name === idOrName);
	if (found !== undefined) return found.id;
	const known = workspaces.map(({ name }) => `"${name}"`).join(", ");
	throw new InvalidInputError(`No such workspace, or you are not in it. The running server knows ${known}.`, {
		field: "workspace",
	});
}
