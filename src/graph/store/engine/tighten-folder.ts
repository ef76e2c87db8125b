import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

const FOR_OTHERS = 0o077;
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/** The files Skein itself puts into a data folder. Others are not ours to change. */
const OURS: readonly string[] = [
	"database",
	"database.preparing",
	"lock",
	"graphs",
	"server.json",
	"models.json",
];

/** Makes a data folder readable by its owner alone. Returns how many files and folders others could read before. */
export function tightenFolder(folder: string): number {
	mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
	// Where there are no such rights, there is nothing to take away.
	if (process.platform === "win32") return 0;
	const own = readdirSync(folder).filter((name) => OURS.includes(name));
	return tighten(folder) + own.reduce((sum, name) => sum + tightenAll(join(folder, name)), 0);
}

function tightenAll(path: string): number {
	const facts = lstatSync(path, { throwIfNoEntry: false });
	if (facts === undefined || facts.isSymbolicLink()) return 0;
	const below = facts.isDirectory() ? readdirSync(path) : [];
	return tighten(path) + below.reduce((sum, name) => sum + tightenAll(join(path, name)), 0);
}

function tighten(path: string): number {
	const facts = lstatSync(path, { throwIfNoEntry: false });
	if (facts === undefined || (facts.mode & FOR_OTHERS) === 0) return 0;
	try {
		chmodSync(path, facts.isDirectory() ? OWN_FOLDER : OWN_FILE);
		return 1;
	} catch (error) {
		// Another process that holds the folder may have taken it away meanwhile.
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
		throw error;
	}
}
