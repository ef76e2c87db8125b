import type { Db } from "../../src/graph/store/engine/db.ts";
import { migrate } from "../../src/graph/store/engine/migrate.ts";
import { openTestDatabase } from "./open-test-database.ts";
import { createScratchDatabase, testDatabaseUrl } from "./scratch-postgres.ts";

export interface TestEngine {
	readonly name: string;
	/** A new database at the newest schema; `close()` removes it. */
	readonly open: () => Promise<Db>;
	readonly skip: boolean;
}

async function openScratch(): Promise<Db> {
	const db = await createScratchDatabase();
	await migrate(db);
	return db;
}

/** Every engine that a store can use. A missing one is skipped under a name that says why. */
export const TEST_ENGINES: readonly TestEngine[] = [
	{ name: "pglite", open: () => openTestDatabase(), skip: false },
	{
		name: testDatabaseUrl ? "postgres" : "postgres (skipped: SKEIN_TEST_DATABASE_URL is not set)",
		open: openScratch,
		skip: testDatabaseUrl === undefined,
	},
];
