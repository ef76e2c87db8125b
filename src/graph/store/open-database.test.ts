import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareTestFolder } from "../../../test/support/open-test-database.ts";
import { createScratchUrl, skipReason, testDatabaseUrl } from "../../../test/support/scratch-postgres.ts";
import { InvalidInputError, StoreLockedError } from "../model/errors.ts";
import { openDatabase } from "./open-database.ts";

let dataFolder: string;
beforeEach(async () => {
	dataFolder = await prepareTestFolder();
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

test("an embedded database is locked while open and free afterwards", async () => {
	const db = await openDatabase({ dataFolder });
	expect(db.engine).toBe("pglite");
	await expect(openDatabase({ dataFolder })).rejects.toBeInstanceOf(StoreLockedError);
	await db.close();
	expect(await readdir(join(dataFolder, "lock"))).toEqual([]);
	await (await openDatabase({ dataFolder })).close();
});

test("a start that fails gives the folder back", async () => {
	const db = await openDatabase({ dataFolder });
	await db.query("INSERT INTO migration VALUES (999, 'future', 'x', now())");
	await db.close();
	await expect(openDatabase({ dataFolder })).rejects.toMatchObject({ code: "schema_newer" });
	await expect(openDatabase({ dataFolder })).rejects.toMatchObject({ code: "schema_newer" });
});

test("without a folder or an address it says what to give", async () => {
	await expect(openDatabase({})).rejects.toBeInstanceOf(InvalidInputError);
});

test.skipIf(testDatabaseUrl === undefined)(`an address wins over the folder${skipReason}`, async () => {
	const scratch = await createScratchUrl();
	const db = await openDatabase({ dataFolder, databaseUrl: scratch.url });
	expect(db.engine).toBe("postgres");
	expect((await db.query("SELECT number FROM migration")).length).toBeGreaterThan(0);
	await db.close();
	await scratch.drop();
});
