import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { SkeinError } from "../../model/errors.ts";
import { hashContent } from "../../model/hash-content.ts";
import type { Db, OpenProgress, Queryable } from "./db.ts";

/** The stored schema was written by another version of the code than this one. */
class SchemaMismatchError extends SkeinError {
	constructor(code: "schema_newer" | "schema_changed" | "migration_invalid", message: string) {
		super(code, message);
	}
}

export interface Migration {
	readonly number: number;
	readonly name: string;
	readonly sql: string;
	readonly sha256: string;
}

interface AppliedMigration {
	readonly number: number;
	readonly name: string;
	readonly sha256: string;
}

export interface MigrateOptions {
	readonly onProgress?: OpenProgress;
	readonly directory?: string;
}

const ownDirectory = fileURLToPath(new URL("./migrations", import.meta.url));

/** An arbitrary constant: all processes that migrate one database must wait for the same lock. */
const advisoryLock = 5_345_201_226;

/** Each migration commits with its row in `migration`: a killed process leaves all of it or nothing. */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<void> {
	const migrations = await readMigrations(options.directory);
	while (await applyNext(db, migrations, options.onProgress));
}

/** Reads `NNNN-name.sql`, numbered from 1 without a gap. */
export async function readMigrations(directory = ownDirectory): Promise<readonly Migration[]> {
	const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
	return Promise.all(
		files.map(async (file, index) => {
			const match = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file);
			if (match === null || Number(match[1]) !== index + 1) {
				throw new SchemaMismatchError(
					"migration_invalid",
					`The migration file ${file} is out of line: files are named NNNN-name.sql and numbered from 0001 without a gap. Install the product again.`,
				);
			}
			const sql = await readFile(`${directory}/${file}`, "utf8");
			const sha256 = hashContent(sql);
			return { number: index + 1, name: match[2] ?? "", sql, sha256 };
		}),
	);
}

/** True when it applied one. The state is read again under the lock, because another process may have applied more. */
async function applyNext(
	db: Db,
	migrations: readonly Migration[],
	onProgress?: OpenProgress,
): Promise<boolean> {
	return db.transaction(async (tx) => {
		await tx.query("SET LOCAL statement_timeout = 0");
		await waitForLock(tx, onProgress);
		const applied = await readApplied(tx);
		checkApplied(applied, migrations);
		const next = migrations[applied.length];
		if (next === undefined) return false;
		onProgress?.(`updating the database: ${next.number} of ${migrations.length}, ${next.name}`);
		await apply(tx, next);
		return true;
	});
}

async function waitForLock(tx: Queryable, onProgress?: OpenProgress): Promise<void> {
	const [free] = await tx.query<{ taken: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS taken", [
		advisoryLock,
	]);
	if (free?.taken) return;
	onProgress?.("waiting for another process to finish updating the database");
	await tx.query("SELECT pg_advisory_xact_lock($1)", [advisoryLock]);
}

async function readApplied(tx: Queryable): Promise<readonly AppliedMigration[]> {
	await tx.query(`CREATE TABLE IF NOT EXISTS migration (
		number integer PRIMARY KEY,
		name text NOT NULL,
		sha256 text NOT NULL,
		applied_at timestamptz NOT NULL
	)`);
	return tx.query<AppliedMigration>("SELECT number, name, sha256 FROM migration ORDER BY number", []);
}

function checkApplied(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
	const newest = applied.at(-1)?.number ?? 0;
	if (newest > migrations.length) {
		throw new SchemaMismatchError(
			"schema_newer",
			`The database has schema ${newest}, this version knows ${migrations.length}. Start the newer version that wrote it, or restore a backup made before the update.`,
		);
	}
	for (const [index, { number, name, sha256 }] of applied.entries()) {
		const known = migrations[index];
		if (known?.number === number && known.sha256 === sha256) continue;
		throw new SchemaMismatchError(
			"schema_changed",
			`Schema step ${number} (${name}) was applied from a different file than this version ships. Start the version that wrote the database, or export with that one and import here.`,
		);
	}
}

async function apply(tx: Queryable, migration: Migration): Promise<void> {
	// The last statement proves that the engine ran the whole text, not only its first part.
	const [end] = await tx.query<{ ran: string }>(`${migration.sql}\n;SELECT '${migration.sha256}' AS ran`);
	if (end?.ran !== migration.sha256) {
		throw new SchemaMismatchError(
			"migration_invalid",
			`Schema step ${migration.number} (${migration.name}) did not run to its end; nothing of it was kept. Start again.`,
		);
	}
	await tx.query("INSERT INTO migration (number, name, sha256, applied_at) VALUES ($1, $2, $3, now())", [
		migration.number,
		migration.name,
		migration.sha256,
	]);
}
