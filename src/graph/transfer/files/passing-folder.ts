import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../../store/engine/is-running.ts";

type Purpose = "upload" | "export" | "unpack";

/** The process it belongs to is in its name; older versions left it out. */
const PASSING = /^skein-(?:upload|export|unpack)-(?:(\d+)-)?[A-Za-z0-9]{6}$/;
/** Longer than anything is kept: an hour for what was sent. */
const LONGEST_LIFE = 86_400_000;

/** A folder for the files of one request. The code that makes it removes it. */
export const makePassingFolder = (purpose: Purpose): Promise<string> =>
	mkdtemp(join(tmpdir(), `skein-${purpose}-${process.pid}-`));

/** Removes the folders of processes that were killed. What somebody else owns, and what is in use, stays. */
export async function removePassingFolders(parent = tmpdir()): Promise<readonly string[]> {
	const removed: string[] = [];
	for (const name of await readdir(parent).catch(() => [])) {
		const match = PASSING.exec(name);
		if (match === null) continue;
		const path = join(parent, name);
		const facts = await lstat(path).catch(() => undefined);
		if (!facts?.isDirectory() || facts.uid !== (process.getuid?.() ?? facts.uid)) continue;
		const isInUse = match[1] !== undefined && isRunning(Number(match[1]));
		const isOld = Date.now() - facts.mtimeMs > LONGEST_LIFE;
		if (isInUse || (match[1] === undefined && !isOld)) continue;
		await rm(path, { recursive: true, force: true });
		removed.push(path);
	}
	return removed;
}
