import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StoreUnavailableError } from "../../model/errors.ts";
import { createDb, type Session } from "./create-db.ts";
import type { Db, OpenProgress } from "./db.ts";
import { PgliteMaintenance } from "./pglite-maintenance.ts";
import { NotRunError, PgliteSession } from "./pglite-session.ts";

export interface OpenPgliteOptions {
	/** Where the engine keeps its files; `":memory:"` keeps nothing and is for tests only. */
	readonly folder: string;
	readonly onProgress?: OpenProgress;
	readonly statementTimeoutMs?: number;
	/** Called before each statement; throws when this process no longer holds the folder. */
	readonly assertHeld?: () => void;
}

/**
 * The embedded store: one engine in a worker thread, one session, callers served in the order they came. Reads need not
 * wait until the caller before has received its answer: the way there and back takes longer than most statements do.
 */
export async function openPglite(options: OpenPgliteOptions): Promise<Db> {
	const { folder, onProgress, statementTimeoutMs = 60_000, assertHeld } = options;
	let session = await startPrepared(folder, onProgress);
	let starting: Promise<PgliteSession> | undefined;
	const turns = new EngineTurns();
	const maintenance = new PgliteMaintenance({
		withSession: (work) => turns.alone(async () => work(await currentSession())),
	});

	async function currentSession(): Promise<PgliteSession> {
		assertHeld?.();
		if (!session.ended) return session;
		if (folder === ":memory:")
			throw new StoreUnavailableError("The database in memory has ended; open a new one.");
		// Two that find it ended start one: two engines on one folder would lose each other's writes.
		starting ??= session.exited
			.then(() => restartSession(folder))
			.finally(() => {
				starting = undefined;
			});
		session = await starting;
		return session;
	}

	function acquire({ onlyReads }: { readonly onlyReads: boolean }): Promise<Session> {
		maintenance.noteRequest();
		return new Promise((resolve, reject) => {
			const hold = async (): Promise<void> => {
				const engine = await currentSession();
				await new Promise<void>((release) =>
					resolve(onlyReads ? shareSession(engine, release) : holdSession(engine, release)),
				);
			};
			const held = onlyReads ? turns.beside(hold) : turns.alone(hold);
			held.catch(reject);
		});
	}

	/** For one statement that runs beside others. When one of those ends the engine, the rest run on the next. */
	function shareSession(first: PgliteSession, release: () => void): Session {
		let engine = first;
		return {
			async run(sql, parameters) {
				for (;;) {
					try {
						assertHeld?.();
						return await engine.run(sql, parameters, statementTimeoutMs);
					} catch (error) {
						if (!(error instanceof NotRunError)) throw error;
						engine = await currentSession();
					}
				}
			},
			release() {
				maintenance.noteUse(engine);
				release();
			},
		};
	}

	function holdSession(engine: PgliteSession, release: () => void): Session {
		let timeoutMs = statementTimeoutMs;
		return {
			async run(sql, parameters) {
				assertHeld?.();
				timeoutMs = readLocalTimeout(sql) ?? timeoutMs;
				return engine.run(sql, parameters, timeoutMs);
			},
			release({ broken }) {
				maintenance.noteUse(engine);
				if (!broken || engine.ended) return release();
				void engine.terminate("The embedded database was restarted.").finally(release);
			},
		};
	}

	return createDb({
		engine: "pglite",
		acquire,
		engineBytes: () => session.usage.memoryBytes,
		async close() {
			maintenance.stop();
			await turns.alone(async () => {
				if (session.ended) return;
				try {
					assertHeld?.();
					await session.run("CHECKPOINT", undefined, statementTimeoutMs);
					await session.close(statementTimeoutMs);
				} catch (error) {
					await session.terminate("The database is closed.");
					throw error;
				}
			});
		},
	});
}

/** PGlite takes `statement_timeout` and ignores it; the driver keeps the clock, and honours the same statement. */
function readLocalTimeout(sql: string): number | undefined {
	const match = /^\s*set\s+local\s+statement_timeout\s*(?:=|to)\s*(\d+)\s*;?\s*$/i.exec(sql);
	return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** The marker stays until the files are safely on disk; a start that finds it throws the half-made folder away. */
async function startPrepared(folder: string, onProgress?: OpenProgress): Promise<PgliteSession> {
	if (folder === ":memory:") return startSession(folder);
	const marker = `${folder}.preparing`;
	if (await stat(marker).catch(() => undefined)) await rm(folder, { recursive: true, force: true });
	const files = await readdir(folder).catch((): string[] => []);
	if (files.includes("PG_VERSION")) {
		onProgress?.("opening the database");
		return startSession(folder);
	}
	if (files.length > 0) {
		throw new StoreUnavailableError(
			`The folder ${folder} holds files but no database. Name another data folder, or move them away.`,
		);
	}
	onProgress?.("preparing the database (the first start takes a few seconds)");
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await writeFile(marker, "", { mode: 0o600 });
	const session = await startSession(folder);
	await syncFolder(folder);
	await rm(marker);
	return session;
}

async function startSession(folder: string): Promise<PgliteSession> {
	try {
		return await PgliteSession.start(folder);
	} catch (cause) {
		throw new StoreUnavailableError(
			`The database in ${folder} could not be opened. Check that the folder is readable and writable and that the disk is not full.`,
			cause,
		);
	}
}

/** A caller that waits meanwhile gets a plain failure: the path of the files does not concern it. */
const restartSession = (folder: string): Promise<PgliteSession> =>
	PgliteSession.start(folder).catch((cause: unknown) => {
		throw new StoreUnavailableError("The embedded database could not be started again. Try again.", cause);
	});

/** Forces a freshly written folder and all its files to disk, its own name in the parent folder included. */
async function syncFolder(folder: string): Promise<void> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const folders = entries
		.filter((entry) => entry.isDirectory())
		.map((entry) => join(entry.parentPath, entry.name));
	for (const path of files) await syncPath(path);
	if (process.platform === "win32") return; // Folders cannot be opened there; their entries are journalled.
	for (const path of [...folders, folder, dirname(folder)]) await syncPath(path);
}

async function syncPath(path: string): Promise<void> {
	const file = await open(path, "r");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}

/** Shares the engine: any number of reads at once, or one exclusive use; in the order of their requests. */
export class EngineTurns {
	#alone: Promise<unknown> = Promise.resolve();
	/** Those that read and came after the last one that is to be alone. */
	#reading = new Set<Promise<unknown>>();

	/** Begins when everything that came before is done. */
	alone<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = Promise.all([this.#alone, ...this.#reading]).then(work);
		this.#alone = result.catch(() => undefined);
		this.#reading = new Set();
		return result;
	}

	/** Begins after the exclusive use before it, and runs at the same time as other reads. */
	beside<Result>(work: () => Promise<Result>): Promise<Result> {
		const reading = this.#reading;
		const result = this.#alone.then(work);
		const done: Promise<unknown> = result.catch(() => undefined).then(() => reading.delete(done));
		reading.add(done);
		return result;
	}
}
