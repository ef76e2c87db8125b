import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase, prepareTestFolder } from "../../../../test/support/open-test-database.ts";
import {
	createScratchDatabase,
	createScratchUrl,
	skipReason,
	testDatabaseUrl,
} from "../../../../test/support/scratch-postgres.ts";
import type { Db } from "./db.ts";
import { locateCompiled } from "./locate-compiled.ts";
import { migrate } from "./migrate.ts";
import { openPglite } from "./open-pglite.ts";
import { openPostgres } from "./open-postgres.ts";

let directory: string;
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "skein-migrations-"));
	await write("0001-first.sql", "CREATE TABLE first (id int); -- a comment at the end");
	await write("0002-second.sql", "CREATE TABLE second (id int);\nINSERT INTO second VALUES (1);\n");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const write = (file: string, sql: string) => writeFile(join(directory, file), sql);
const emptyDatabase = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
const readSteps = (db: Db) => db.query("SELECT number, name FROM migration ORDER BY number");

const engines = [
	{ name: "pglite", open: () => openTestDatabase(), skip: false },
	{
		name: `postgres${skipReason}`,
		open: () => createScratchDatabase(),
		skip: testDatabaseUrl === undefined,
	},
];

for (const engine of engines) {
	describe.skipIf(engine.skip)(`[P17] migrations on ${engine.name}`, () => {
		let db: Db;
		beforeAll(async () => {
			db = await engine.open();
		});
		beforeEach(() => db.query(emptyDatabase));
		afterAll(() => db?.close());

		test("apply in order, once, and tell each step", async () => {
			const steps: string[] = [];
			await migrate(db, { directory, onProgress: (step) => steps.push(step) });
			await migrate(db, { directory, onProgress: (step) => steps.push(step) });
			expect(steps).toEqual([
				"updating the database: 1 of 2, first",
				"updating the database: 2 of 2, second",
			]);
			expect(await readSteps(db)).toEqual([
				{ number: 1, name: "first" },
				{ number: 2, name: "second" },
			]);
			expect(await db.query("SELECT id FROM second")).toEqual([{ id: 1 }]);
		});

		test("a failing statement leaves nothing of its migration, and a corrected one goes on", async () => {
			await write("0003-third.sql", "CREATE TABLE third (id int); SELECT 1/0; CREATE TABLE fourth (id int)");
			await expect(migrate(db, { directory })).rejects.toMatchObject({ code: "invalid_input" });
			expect(await readSteps(db)).toHaveLength(2);
			expect(await db.query("SELECT to_regclass('third') AS t")).toEqual([{ t: null }]);
			await write("0003-third.sql", "CREATE TABLE third (id int)");
			await migrate(db, { directory });
			expect(await readSteps(db)).toHaveLength(3);
		});

		test("refuse a database that is newer than the code", async () => {
			await migrate(db, { directory });
			await rm(join(directory, "0002-second.sql"));
			await expect(migrate(db, { directory })).rejects.toMatchObject({
				code: "schema_newer",
				message: expect.stringContaining("Start the newer version"),
			});
		});

		test("refuse an applied migration whose text has changed", async () => {
			await migrate(db, { directory });
			await write("0001-first.sql", "CREATE TABLE first (id int, name text)");
			await expect(migrate(db, { directory })).rejects.toMatchObject({ code: "schema_changed" });
		});

		test("refuse files with a gap in their numbers", async () => {
			await write("0004-late.sql", "SELECT 1");
			await expect(migrate(db, { directory })).rejects.toMatchObject({ code: "migration_invalid" });
		});

		test("two at once in one process do each step once", async () => {
			await Promise.all([migrate(db, { directory }), migrate(db, { directory })]);
			expect(await db.query("SELECT id FROM second")).toEqual([{ id: 1 }]);
		});
	});
}

describe.skipIf(testDatabaseUrl === undefined)(
	`[P17] processes that share one PostgreSQL${skipReason}`,
	() => {
		let scratch: Awaited<ReturnType<typeof createScratchUrl>>;
		let db: Db;
		beforeEach(async () => {
			scratch = await createScratchUrl();
			db = await openPostgres({ databaseUrl: scratch.url });
		});
		afterEach(async () => {
			await db?.close();
			await scratch?.drop();
		});

		test("three that start at once do each step once", async () => {
			await write(
				"0003-slow.sql",
				"SELECT pg_sleep(0.3); CREATE TABLE slow (id int); INSERT INTO slow VALUES (1)",
			);
			const exits = await Promise.all([1, 2, 3].map(() => once(startMigrator(scratch.url), "exit")));
			expect(exits.map(([code]) => code)).toEqual([0, 0, 0]);
			expect(
				await db.query("SELECT (SELECT count(*) FROM second) + (SELECT count(*) FROM slow) AS n"),
			).toEqual([{ n: 2 }]);
			expect(await readSteps(db)).toHaveLength(3);
		});

		test("one killed in the middle of a step leaves it whole or absent, and the next goes on", async () => {
			await write(
				"0003-slow.sql",
				"CREATE TABLE slow (id int); SELECT pg_sleep(1.5); CREATE TABLE late (id int)",
			);
			const child = startMigrator(scratch.url);
			const exited = once(child, "exit");
			await expect
				.poll(
					() =>
						db.query(
							"SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(1.5)%' AND pid <> pg_backend_pid()",
						),
					{ timeout: 10_000 },
				)
				.toHaveLength(1);
			child.kill("SIGKILL");
			await exited;
			await migrate(db, { directory });
			expect(await readSteps(db)).toHaveLength(3);
			expect(
				await db.query("SELECT to_regclass('slow') IS NOT NULL AND to_regclass('late') IS NOT NULL AS whole"),
			).toEqual([{ whole: true }]);
		});
	},
);

test("a process killed in the middle of a step on an embedded store starts again", async () => {
	const dataFolder = await prepareTestFolder();
	const folder = join(dataFolder, "database");
	const before = await openPglite({ folder });
	await before.query(emptyDatabase);
	await before.close();
	await write(
		"0003-slow.sql",
		"CREATE TABLE slow (id int); SELECT count(*) FROM generate_series(1, 20000000); CREATE TABLE late (id int)",
	);
	const child = startMigrator(folder);
	const exited = once(child, "exit");
	await once(child.stdout, "data");
	child.kill("SIGKILL");
	await exited;
	await write("0003-slow.sql", "CREATE TABLE slow (id int)");
	const db = await openPglite({ folder });
	await migrate(db, { directory });
	expect(await readSteps(db)).toHaveLength(3);
	await db.close();
	await rm(dataFolder, { recursive: true, force: true });
});

/** Migrates in a process of its own; prints when it comes to a slow step. */
function startMigrator(target: string) {
	const load = (name: string) =>
		`await import(${JSON.stringify(locateCompiled(name, import.meta.url).href)})`;
	const program = `
		const { openPglite } = ${load("open-pglite")};
		const { openPostgres } = ${load("open-postgres")};
		const { migrate } = ${load("migrate")};
		const target = ${JSON.stringify(target)};
		const db = target.startsWith("postgres") ? await openPostgres({ databaseUrl: target }) : await openPglite({ folder: target });
		await migrate(db, { directory: ${JSON.stringify(directory)}, onProgress: (step) => step.endsWith("slow") && console.log(step) });
		await db.close();`;
	return spawn(process.execPath, ["--input-type=module", "--eval", program], {
		stdio: ["ignore", "pipe", "inherit"],
	});
}
