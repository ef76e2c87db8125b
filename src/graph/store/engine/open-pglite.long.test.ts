import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareTestFolder } from "../../../../test/support/open-test-database.ts";
import { StoreUnavailableError } from "../../model/errors.ts";
import { locateCompiled } from "./locate-compiled.ts";
import { openPglite } from "./open-pglite.ts";
import { PgliteSession } from "./pglite-session.ts";

let dataFolder: string;
let folder: string;
beforeEach(async () => {
	dataFolder = await prepareTestFolder();
	folder = join(dataFolder, "database");
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

test("every commit reaches the disk: at least one fsync each", async () => {
	const session = await PgliteSession.start(folder);
	await session.run("CREATE TABLE item (id int)", undefined, 0);
	const before = session.usage.fsyncs;
	for (let id = 0; id < 50; id++) await session.run("INSERT INTO item VALUES ($1)", [String(id)], 0);
	expect(session.usage.fsyncs - before).toBeGreaterThanOrEqual(50);
	expect(session.usage.changedRows).toBe(50);
	await session.close(10_000);
});

test("[P7] a process killed under load loses no acknowledged write and keeps no half of a transaction", async () => {
	const seen = new Set<number>();
	for (let kill = 0; kill < 3; kill++) {
		for (const id of await writeUntilKilled(folder, kill * 1_000_000, 150 + kill * 120)) seen.add(id);
		const db = await openPglite({ folder });
		const rows = await db.query<{ id: number; n: number }>(
			"SELECT id, count(*) AS n FROM item GROUP BY id ORDER BY id",
		);
		const stored = new Map(rows.map(({ id, n }) => [id, n]));
		expect([...seen].filter((id) => !stored.has(id))).toEqual([]);
		expect(rows.filter(({ n }) => n !== 2)).toEqual([]);
		await db.close();
	}
	expect(seen.size).toBeGreaterThan(30);
});

test("a runaway statement takes only its own transaction with it", async () => {
	const db = await openPglite({ folder, statementTimeoutMs: 1_500 });
	await db.query("CREATE TABLE item (id int)");
	await db.query("INSERT INTO item VALUES (1)");
	const runaway = db.transaction(async (tx) => {
		await tx.query("INSERT INTO item VALUES (2)");
		await tx.query("SELECT count(*) FROM generate_series(1, 1000000000000)").catch(() => undefined);
		await tx.query("INSERT INTO item VALUES (3)").catch(() => undefined);
	});
	const waiting = db.query("INSERT INTO item VALUES (4)");
	await expect(runaway).rejects.toThrow("ran longer than 1.5 s");
	await waiting;
	expect(await db.query("SELECT id FROM item ORDER BY id")).toEqual([{ id: 1 }, { id: 4 }]);
	await db.close();
});

test("SET LOCAL statement_timeout is honoured inside its transaction, and only there", async () => {
	const db = await openPglite({ folder, statementTimeoutMs: 1_000 });
	const slow = "SELECT count(*) AS n FROM generate_series(1, 5000000)";
	const rows = await db.transaction(async (tx) => {
		await tx.query("SET LOCAL statement_timeout = 0");
		return tx.query(slow);
	});
	expect(rows).toEqual([{ n: 5_000_000 }]);
	await expect(db.query("SELECT count(*) FROM generate_series(1, 1000000000)")).rejects.toThrow("ran longer");
	await db.close();
});

test("a statement that crashes the engine is an error, never a silent success", async () => {
	const db = await openPglite({ folder });
	await db.query("CREATE TABLE item (data jsonb)");
	const crash = "INSERT INTO item SELECT (repeat('[', 300000) || repeat(']', 300000))::jsonb";
	await expect(db.query(crash, [])).rejects.toThrow();
	await expect(db.query(`SELECT 1; ${crash}; SELECT 2`)).rejects.toThrow("failed on a statement");
	expect(await db.query("SELECT count(*) AS n FROM item")).toEqual([{ n: 0 }]);
	await db.close();
});

test("[G19] reads that come together are answered in their order, and one that fails takes none with it", async () => {
	const db = await openPglite({ folder });
	const told: number[] = [];
	const asked = Array.from({ length: 12 }, async (_, index) => {
		const sql = index === 5 ? "SELECT 1 / ($1::int - 5) AS n" : "SELECT $1::int AS n";
		await db.query(sql, [index]).finally(() => told.push(index));
	});
	const outcomes = await Promise.allSettled(asked);
	expect(told).toEqual(asked.map((_, index) => index));
	expect(outcomes.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([5]);
	await db.close();
});

test("[G19] a runaway among reads is ended, and those behind it are answered by the next engine", async () => {
	const db = await openPglite({ folder, statementTimeoutMs: 1_500 });
	await db.query("CREATE TABLE item (id int)");
	const before = db.query("SELECT 1 AS n", []);
	const runaway = db.query("SELECT count(*) FROM generate_series(1, 1000000000000)", []);
	const behind = [2, 3].map((n) => db.query("SELECT $1::int AS n", [n]));
	const written = db.query("INSERT INTO item VALUES (4) RETURNING id");
	await expect(runaway).rejects.toThrow("ran longer than 1.5 s");
	expect(await before).toEqual([{ n: 1 }]);
	expect(await Promise.all(behind)).toEqual([[{ n: 2 }], [{ n: 3 }]]);
	expect(await written).toEqual([{ id: 4 }]);
	expect(await db.query("SELECT id FROM item")).toEqual([{ id: 4 }]);
	await db.close();
});

test("[G19] the clock of a statement begins when the engine comes to it, not when it was asked", async () => {
	const session = await PgliteSession.start(folder);
	const patience = 1_500;
	const begun = performance.now();
	const first = session.run("SELECT count(*) FROM generate_series(1, 20000000)", undefined, 0);
	const second = session.run("SELECT 2 AS n", undefined, patience);
	await first;
	// Otherwise the second would not have waited for longer than it may run, and nothing would be shown.
	expect(performance.now() - begun).toBeGreaterThan(patience);
	expect((await second).rows).toEqual([{ n: 2 }]);
	await session.close(10_000);
});

test("[G19] a read that crashes the engine takes none of the others with it", async () => {
	const db = await openPglite({ folder });
	const crash = "SELECT (repeat('[', 300000) || repeat(']', 300000))::jsonb";
	const before = db.query("SELECT 1 AS n", []);
	const crashed = db.query(crash);
	const behind = [2, 3].map((n) => db.query("SELECT $1::int AS n", [n]));
	await expect(crashed).rejects.toThrow("failed on a statement");
	expect(await before).toEqual([{ n: 1 }]);
	expect(await Promise.all(behind)).toEqual([[{ n: 2 }], [{ n: 3 }]]);
	await db.close();
});

test("[G19] nothing is read inside somebody else's transaction", async () => {
	const db = await openPglite({ folder });
	await db.query("CREATE TABLE item (id int)");
	const count = async (): Promise<number> =>
		(await db.query<{ n: number }>("SELECT count(*) AS n FROM item"))[0]?.n ?? -1;
	const before = count();
	const writing = db.transaction(async (tx) => {
		await tx.query("INSERT INTO item VALUES (1)");
		await wait(100);
		await tx.query("INSERT INTO item VALUES (2)");
	});
	await wait(50);
	const after = [count(), count()];
	await writing;
	expect([await before, ...(await Promise.all(after))]).toEqual([0, 2, 2]);
	await db.close();
});

test("the event loop stays free while a statement runs", async () => {
	const db = await openPglite({ folder });
	let ticks = 0;
	const timer = setInterval(() => ticks++, 10);
	await db.query("SELECT count(*) FROM generate_series(1, 4000000)");
	clearInterval(timer);
	expect(ticks).toBeGreaterThan(5);
	await db.close();
});

test("a first start that was interrupted is begun again", async () => {
	await rm(folder, { recursive: true });
	await mkdir(folder);
	await writeFile(join(folder, "PG_VERSION"), "18\n");
	await writeFile(`${folder}.preparing`, "");
	const steps: string[] = [];
	const db = await openPglite({ folder, onProgress: (step) => steps.push(step) });
	expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
	expect(steps).toEqual(["preparing the database (the first start takes a few seconds)"]);
	await db.close();
	expect(await readdir(dataFolder)).toEqual(["database"]);
});

test("a folder that holds something else is left as it is", async () => {
	await rm(join(folder, "PG_VERSION"));
	await rm(join(folder, "global"), { recursive: true });
	await writeFile(join(folder, "letter.txt"), "mine");
	await expect(openPglite({ folder })).rejects.toBeInstanceOf(StoreUnavailableError);
	expect((await stat(join(folder, "letter.txt"))).size).toBe(4);
});

test("the log does not grow without end", async () => {
	const db = await openPglite({ folder });
	await db.query("CREATE TABLE item (data text)");
	for (let round = 0; round < 12; round++) {
		await db.query("INSERT INTO item SELECT repeat(md5(i::text), 40) FROM generate_series(1, 10000) AS i");
		await db.query("TRUNCATE item");
	}
	const [log] = await db.query<{ bytes: number }>("SELECT sum(size)::int8 AS bytes FROM pg_ls_waldir()");
	expect(log?.bytes).toBeLessThan(120 * 1024 * 1024);
	await db.close();
});

test("after many changes, an idle engine brings the planner's statistics up to date", async () => {
	const db = await openPglite({ folder });
	await db.query("CREATE TABLE item (id int)");
	await db.query("INSERT INTO item SELECT generate_series(1, 6000)");
	await wait(3_500);
	expect(await db.query("SELECT reltuples FROM pg_class WHERE relname = 'item'")).toEqual([
		{ reltuples: 6_000 },
	]);
	await db.close();
});

test("cleaning up waits until nobody uses the engine: a long transaction is not idleness", async () => {
	const db = await openPglite({ folder });
	await db.query("CREATE TABLE item (id int)");
	await db.query("INSERT INTO item SELECT generate_series(1, 6000)");
	const isClean = async (): Promise<boolean> => {
		const [row] = await db.query<{ pages: number }>(
			"SELECT relallvisible AS pages FROM pg_class WHERE relname = 'item'",
		);
		return (row?.pages ?? 0) > 0;
	};
	await db.transaction(() => wait(3_000));
	expect(await isClean()).toBe(false);
	await wait(3_500);
	expect(await isClean()).toBe(true);
	await db.close();
});

test("a process that lost its folder writes nothing more: no commit, no checkpoint when it closes", async () => {
	let held = true;
	const assertHeld = () => {
		if (!held) throw new StoreUnavailableError("lost");
	};
	const first = await openPglite({ folder, assertHeld });
	await first.query("CREATE TABLE item (id int)");
	held = false;
	const before = await readLog();
	await expect(first.query("INSERT INTO item VALUES (1)")).rejects.toThrow("lost");
	await expect(first.close()).rejects.toThrow("lost");
	expect(await readLog()).toEqual(before);

	held = true;
	const second = await openPglite({ folder, assertHeld });
	const work = second.transaction(async (tx) => {
		await tx.query("INSERT INTO item VALUES (2)");
		held = false;
	});
	await expect(work).rejects.toThrow("lost");
	held = true;
	expect(await second.query("SELECT id FROM item")).toEqual([]);
	await second.close();
});

async function readLog(): Promise<string[]> {
	const names = (await readdir(join(folder, "pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
	return Promise.all(
		names.map(async (name) => {
			const bytes = await readFile(join(folder, "pg_wal", name));
			return `${name} ${createHash("sha256").update(bytes).digest("hex")}`;
		}),
	);
}

/** Starts a process that commits pairs of rows and prints each id once acknowledged; kills it after a while. */
async function writeUntilKilled(database: string, firstId: number, afterMs: number): Promise<number[]> {
	const program = `
		const { openPglite } = await import(${JSON.stringify(locateCompiled("open-pglite", import.meta.url).href)});
		const db = await openPglite({ folder: ${JSON.stringify(database)} });
		await db.query("CREATE TABLE IF NOT EXISTS item (id int, half int)");
		console.log("ready");
		for (let id = ${firstId}; ; id++) {
			await db.transaction(async (tx) => {
				await tx.query("INSERT INTO item VALUES ($1, 1)", [id]);
				await tx.query("INSERT INTO item VALUES ($1, 2)", [id]);
			});
			console.log(id);
		}`;
	const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const exited = once(child, "exit");
	const acknowledged: number[] = [];
	for await (const line of createInterface({ input: child.stdout })) {
		if (line === "ready") void wait(afterMs).then(() => child.kill("SIGKILL"));
		else acknowledged.push(Number(line));
	}
	await exited;
	return acknowledged;
}
