import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The address of the server that holds a data folder, and the key for calling it. */
export interface ServerFile {
	readonly url: string;
	readonly pid: number;
	readonly token: string;
	/** Proves to the server that the caller can read this file, and so runs the server. */
	readonly operatorKey: string;
}

const OWNER_ONLY = 0o600;
const LONGEST_WAIT = 2_000;
const pathIn = (dataFolder: string): string => join(dataFolder, "server.json");

/** In one step: a command that reads at the same time finds the whole file or none. */
export async function writeServerFile(dataFolder: string, server: ServerFile): Promise<void> {
	const draft = `${pathIn(dataFolder)}.${server.pid}`;
	await rm(draft, { force: true });
	await writeFile(draft, JSON.stringify(server), { mode: OWNER_ONLY, flag: "wx" });
	await rename(draft, pathIn(dataFolder));
}

export const removeServerFile = (dataFolder: string): Promise<void> =>
	rm(pathIn(dataFolder), { force: true });

/**
 * Returns the server of this folder if it answers. A file left behind by a crash names a process that is gone: without
 * this check, the key would be sent to the program that listens on that port today.
 */
export async function findServer(dataFolder: string): Promise<ServerFile | null> {
	const text = await readFile(pathIn(dataFolder), "utf8").catch(() => null);
	if (text === null) return null;
	try {
		const server = JSON.parse(text) as ServerFile;
		process.kill(server.pid, 0);
		const answer = await fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(LONGEST_WAIT) });
		return answer.ok ? server : null;
	} catch {
		return null;
	}
}
