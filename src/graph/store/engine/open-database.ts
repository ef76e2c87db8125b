import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { InvalidInputError } from "../../model/errors.ts";
import { listPhrases } from "../../model/list-phrases.ts";
import type { Db, OpenProgress } from "./db.ts";
import { lockFolder } from "./lock-folder.ts";
import { migrate } from "./migrate.ts";
import { openPglite } from "./open-pglite.ts";
import { openPostgres } from "./open-postgres.ts";

export interface OpenDatabaseOptions {
	/** Where the embedded database lives; ignored when `databaseUrl` is given. */
	readonly dataFolder?: string;
	readonly databaseUrl?: string;
	readonly onProgress?: OpenProgress;
}

/** A database of either engine, at the newest schema, ready to use. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Db> {
	const db = await openEngine(options);
	try {
		await migrate(db, options.onProgress === undefined ? {} : { onProgress: options.onProgress });
		return db;
	} catch (error) {
		await db.close();
		throw error;
	}
}

async function openEngine({ dataFolder, databaseUrl, onProgress }: OpenDatabaseOptions): Promise<Db> {
	const progress = onProgress === undefined ? {} : { onProgress };
	if (databaseUrl) return openPostgres({ databaseUrl, ...progress });
	if (!dataFolder) {
		throw new InvalidInputError("Name a data folder, or set DATABASE_URL to use a PostgreSQL server.");
	}
	return openEmbedded(dataFolder, progress);
}

async function openEmbedded(dataFolder: string, progress: { onProgress?: OpenProgress }): Promise<Db> {
	makePrivate(dataFolder, progress.onProgress);
	const lock = await lockFolder(dataFolder);
	try {
		const folder = join(dataFolder, "database");
		const db = await openPglite({ folder, assertHeld: lock.assertHeld, ...progress });
		return { ...db, close: () => db.close().finally(lock.release) };
	} catch (error) {
		await lock.release();
		throw error;
	}
}

/** Reported when something was readable by others, because they may have read it. */
function makePrivate(dataFolder: string, onProgress?: OpenProgress): void {
	const isNew = !existsSync(dataFolder);
	try {
		const tightened = tightenFolder(dataFolder);
		if (tightened === 0 || isNew) return;
		onProgress?.(
			`${dataFolder} could be read by other users of this machine (${tightened} files and folders); now only by you`,
		);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
		onProgress?.(
			`${dataFolder} belongs to somebody else and may be readable by others; take away their rights`,
		);
	}
}

const FOR_OTHERS = 0o077;
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/** The files Skein itself puts into a data folder. Others are not ours to change. */
const OURS = listPhrases("database, database.preparing, lock, graphs, server.json, models.json");

/** Makes a data folder readable by its owner alone. Returns how many files and folders others could read before. */
function tightenFolder(folder: string): number {
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
