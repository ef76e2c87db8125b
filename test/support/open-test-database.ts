import { createHash } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { migrate, readMigrations } from "../../src/graph/store/engine/migrate.ts";
import { openPglite } from "../../src/graph/store/engine/open-pglite.ts";

const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/skein", import.meta.url));

/** An embedded database of a test's own, at the newest schema; `close()` removes it. */
export async function openTestDatabase(options: { readonly statementTimeoutMs?: number } = {}): Promise<Db> {
	const dataFolder = await prepareTestFolder();
	const db = await openPglite({ folder: join(dataFolder, "database"), ...options });
	return { ...db, close: () => db.close().finally(() => rm(dataFolder, { recursive: true, force: true })) };
}

/** A new data folder that `openDatabase({ dataFolder })` opens in under a second. The test removes it. */
export async function prepareTestFolder(): Promise<string> {
	const template = await prepareTemplate();
	const dataFolder = await mkdtemp(join(tmpdir(), "skein-test-"));
	// A thousand small files: the asynchronous copy takes three times as long.
	cpSync(template, join(dataFolder, "database"), { recursive: true });
	return dataFolder;
}

/**
 * Makes the database once per engine version and schema, and keeps it. Two test processes that start together may
 * both make it; each works in a folder of its own and the rename lets one win, so none sees a half-made one.
 */
async function prepareTemplate(): Promise<string> {
	const template = join(cacheFolder, `template-${await hashInputs()}`);
	if (await stat(template).catch(() => undefined)) return template;
	await mkdir(cacheFolder, { recursive: true });
	const workshop = await mkdtemp(join(cacheFolder, "making-"));
	const made = join(workshop, "database");
	const db = await openPglite({ folder: made });
	await migrate(db).finally(() => db.close());
	await rename(made, template).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
	});
	await rm(workshop, { recursive: true, force: true });
	return template;
}

/** All that decides how a new database looks: a change of any of them makes another template. */
async function hashInputs(): Promise<string> {
	const engine = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
	const migrations = await readMigrations();
	const parts = [
		await readFile(join(engine, "../package.json"), "utf8"),
		...migrations.map((migration) => migration.sha256),
		"wal-segsize=4",
	];
	return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}
