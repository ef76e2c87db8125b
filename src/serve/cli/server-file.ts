import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How a command finds the server that holds a data folder, and the key it may talk to it with. */
export interface ServerFile {
	readonly url: string;
	readonly pid: number;
	readonly token: string;
}

const OWNER_ONLY = 0o600;
const pathIn = (dataFolder: string): string => join(dataFolder, "server.json");

export async function writeServerFile(dataFolder: string, server: ServerFile): Promise<void> {
	await rm(pathIn(dataFolder), { force: true });
	await writeFile(pathIn(dataFolder), JSON.stringify(server), { mode: OWNER_ONLY, flag: "wx" });
}

export const removeServerFile = (dataFolder: string): Promise<void> =>
	rm(pathIn(dataFolder), { force: true });

/** The server of this folder if it answers; a file left behind by a crash names one that does not. */
export async function findServer(dataFolder: string): Promise<ServerFile | null> {
	const text = await readFile(pathIn(dataFolder), "utf8").catch(() => null);
	if (text === null) return null;
	try {
		const server = JSON.parse(text) as ServerFile;
		const answer = await fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(2_000) });
		return answer.ok ? server : null;
	} catch {
		return null;
	}
}
