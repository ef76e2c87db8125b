import { randomUUID } from "node:crypto";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { openPostgres } from "../../src/graph/store/engine/open-postgres.ts";

/** Suites that need a PostgreSQL server are skipped, visibly, without it. */
export const testDatabaseUrl = process.env.SKEIN_TEST_DATABASE_URL || undefined;

/** Stands in the title of each such suite, so that a run without a server says why it proved less. */
export const skipReason =
	testDatabaseUrl === undefined ? " (skipped: SKEIN_TEST_DATABASE_URL is not set)" : "";

/** A new, empty database on the test server; `close()` drops it. */
export async function createScratchDatabase(
	options: { readonly statementTimeoutMs?: number } = {},
): Promise<Db> {
	const scratch = await createScratchUrl();
	const db = await openPostgres({ databaseUrl: scratch.url, ...options });
	return { ...db, close: () => db.close().finally(scratch.drop) };
}

/** The address of a new, empty database, for tests in which several processes share it. */
export async function createScratchUrl(): Promise<{
	readonly url: string;
	readonly drop: () => Promise<void>;
}> {
	const name = `skein_test_${randomUUID().replaceAll("-", "")}`;
	await runOnServer(`CREATE DATABASE ${name}`);
	const url = new URL(requireUrl());
	url.pathname = `/${name}`;
	return { url: url.href, drop: () => runOnServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function runOnServer(sql: string): Promise<void> {
	const server = await openPostgres({ databaseUrl: requireUrl(), poolSize: 1 });
	await server.query(sql).finally(() => server.close());
}

function requireUrl(): string {
	if (testDatabaseUrl === undefined) throw new Error("Set SKEIN_TEST_DATABASE_URL to a PostgreSQL server.");
	return testDatabaseUrl;
}
