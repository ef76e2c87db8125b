import { execFile } from "node:child_process";
import { chmod, lstat, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareTestFolder } from "../../../../test/support/open-test-database.ts";
import { createScratchUrl, skipReason, testDatabaseUrl } from "../../../../test/support/scratch-postgres.ts";
import { InvalidInputError, StoreLockedError } from "../../model/errors.ts";
import { openDatabase } from "./open-database.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("../../../../test/support/open-and-close.mjs", import.meta.url));

/** Everything below a folder that somebody else than its owner could use. */
async function listOpen(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { recursive: true });
	const modes = await Promise.all(
		["", ...entries].map(async (name) => ({ name, mode: (await lstat(join(folder, name))).mode & 0o777 })),
	);
	return modes
		.filter(({ mode }) => (mode & 0o077) !== 0)
		.map(({ name, mode }) => `${mode.toString(8)} ${name}`);
}

/** In a process of its own, that lets everything be open. */
const openWithoutUmask = async (folder: string): Promise<string> =>
	(await run("sh", ["-c", 'umask 000 && exec "$0" "$@"', process.execPath, script, folder])).stdout;

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

test("[R18] a new data folder is its owner's alone, whatever the umask", async () => {
	const parent = await mkdtemp(join(tmpdir(), "skein-test-"));
	try {
		const folder = join(parent, "data");
		await openWithoutUmask(folder);
		// A folder that lies there and is not ours keeps its mode; nobody gets to it.
		expect(await listOpen(folder)).toEqual(["777 others"]);
		expect((await stat(folder)).mode & 0o777).toBe(0o700);
	} finally {
		await rm(parent, { recursive: true, force: true });
	}
}, 60_000);

test("[R18] one that others could read is closed at the next start, which says so, once", async () => {
	for (const name of ["", ...(await readdir(dataFolder, { recursive: true }))])
		await chmod(join(dataFolder, name), (await stat(join(dataFolder, name))).mode | 0o055);
	expect(await openWithoutUmask(dataFolder)).toContain("could be read by other users of this machine");
	expect(await listOpen(dataFolder)).toEqual(["777 others"]);
	await run("sh", ["-c", `rm -rf "$0/others"`, dataFolder]);
	const again = await openDatabase({
		dataFolder,
		onProgress: (line) => expect(line).not.toContain("other users"),
	});
	await again.close();
}, 60_000);
