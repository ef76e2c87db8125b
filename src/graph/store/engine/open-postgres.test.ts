import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createScratchUrl, skipReason, testDatabaseUrl } from "../../../../test/support/scratch-postgres.ts";
import { InvalidInputError, StoreUnavailableError } from "../../model/errors.ts";
import type { Db } from "./db.ts";
import { openPostgres } from "./open-postgres.ts";

const password = "hunter2-secret";

describe("an address that does not work", () => {
	test.each(["not a url", `mysql://me:${password}@localhost/db`, `postgresql://me:${password}@[bad/db`])(
		"%s is refused without its password",
		async (databaseUrl) => {
			const error = await openPostgres({ databaseUrl }).catch((thrown: unknown) => thrown);
			expect(error).toBeInstanceOf(InvalidInputError);
			expect(showEverything(error)).not.toContain(password);
		},
	);

	test("a server that is not there is named, with what to do, without the password", async () => {
		const databaseUrl = `postgresql://me:${password}@127.0.0.1:${await findFreePort()}/work`;
		const error = await openPostgres({ databaseUrl }).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(StoreUnavailableError);
		expect((error as Error).message).toMatch(/127\.0\.0\.1:\d+\/work does not answer\. Start the server/);
		expect(showEverything(error)).not.toContain(password);
	});
});

describe.skipIf(testDatabaseUrl === undefined)(`on a server${skipReason}`, () => {
	const opened: { db?: Db; drop?: () => Promise<void> } = {};
	afterEach(async () => {
		await opened.db?.close();
		await opened.drop?.();
	});

	async function openScratch(poolSize: number): Promise<{ db: Db; url: string }> {
		const scratch = await createScratchUrl();
		opened.drop = scratch.drop;
		opened.db = await openPostgres({ databaseUrl: scratch.url, poolSize });
		return { db: opened.db, url: scratch.url };
	}

	test("a database that does not exist is named", async () => {
		const url = new URL(testDatabaseUrl ?? "");
		url.pathname = "/no_such_database";
		await expect(openPostgres({ databaseUrl: url.href })).rejects.toThrow("has no such database");
	});

	test("the pool is bounded: callers past it wait and are served", async () => {
		const { db } = await openScratch(2);
		await Promise.all(Array.from({ length: 10 }, () => db.query("SELECT pg_sleep(0.05)")));
		const [connections] = await db.query<{ n: number }>(
			"SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()",
		);
		expect(connections?.n).toBeLessThanOrEqual(2);
	});

	test("connections the server has ended are replaced", async () => {
		const { db } = await openScratch(3);
		await Promise.all(Array.from({ length: 3 }, () => db.query("SELECT pg_sleep(0.05)")));
		const killed = db.transaction(async (tx) => {
			await tx.query(
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()",
			);
			await tx.query("SELECT 1");
		});
		await expect(killed).rejects.toBeInstanceOf(StoreUnavailableError);
		await expect
			.poll(() => db.query("SELECT 1 AS one").catch(() => []), { timeout: 5_000 })
			.toEqual([{ one: 1 }]);
	});

	test("options of the address are kept beside ours", async () => {
		const { db: first, url } = await openScratch(1);
		await first.query("SELECT 1");
		const other = new URL(url);
		other.searchParams.set("options", "-c work_mem=123kB");
		const db = await openPostgres({ databaseUrl: other.href, statementTimeoutMs: 1_234 });
		const settings = await db.query(
			"SELECT current_setting('work_mem') AS memory, current_setting('statement_timeout') AS timeout, current_setting('TimeZone') AS zone",
		);
		await db.close();
		expect(settings).toEqual([{ memory: "123kB", timeout: "1234ms", zone: "UTC" }]);
	});
});

function showEverything(error: unknown): string {
	const { message, stack, cause } = error as Error;
	return [message, stack, JSON.stringify(error), String(cause), JSON.stringify(cause)].join("\n");
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	return typeof address === "object" && address !== null ? address.port : 1;
}
