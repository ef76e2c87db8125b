import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { shareOneDay } from "../../src/graph/transfer/source/share-one-day.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { type Files, Folders, writeFiles } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

const TODAY = new Date().toISOString().slice(0, 10);

async function makeFolder(files: Readonly<Record<string, readonly [time: string, text: string]>>) {
	const texts = Object.entries(files).map(([path, [, text]]) => [path, text] as const);
	const folder = await folders.make(Object.fromEntries(texts));
	for (const [path, [time]] of Object.entries(files))
		await utimes(join(folder, path), new Date(time), new Date(time));
	return folder;
}

/** The days on which each text was made and changed. */
async function bring(bench: Workbench, path: string, source = "markdown" as const) {
	const { imports } = await bench.as("ada");
	const report = await runImport({ imports, source, path });
	const { reader } = await bench.as("ada");
	const nodes = [...reader.graph.nodes()];
	const entities = [...(await reader.rows.getMany(nodes.map(({ id }) => id))).values()];
	const days = Object.fromEntries(
		entities.map(({ title, created_at, updated_at }) => [
			title,
			[created_at, updated_at].map((moment) => moment.slice(0, 10)).join(" "),
		]),
	);
	return { report, days };
}

test("[T19] times of files count where they differ", async () => {
	const bench = await Workbench.create(db);
	const path = await makeFolder({
		"a.md": ["2020-01-02", "text"],
		"b.md": ["2021-03-04", "text"],
		"c.md": ["2021-05-06", "---\ncreated: 2019-01-01\n---\n"],
	});
	const { report, days } = await bring(bench, path);
	expect(days).toMatchObject({
		a: "2020-01-02 2020-01-02",
		b: "2021-03-04 2021-03-04",
		c: "2019-01-01 2021-05-06",
	});
	expect(report).not.toHaveProperty("remarks");
});

test("[T19] times that a clone gave say nothing; what the texts say counts, and a second run changes nothing", async () => {
	const bench = await Workbench.create(db);
	const clone = "2024-05-06T23:59:00Z";
	const path = await makeFolder({
		"plain.md": [clone, "text"],
		"later.md": ["2024-05-07T00:04:00Z", "text"],
		"own.md": [clone, "---\nCreated: 2019-01-01\n---\n"],
		"both.md": [clone, "---\ndate: 2019-01-01\nlast-updated: 2019-02-01\n---\n"],
		"beside.md": [clone, "text"],
		"beside.yaml": [clone, "creation-date: 2018-03-01\nlast-updated: 2018-04-01\n"],
		"page.md": [clone, "created:: 2017-01-01\n\ntext"],
		"2016-02-03.md": [clone, "A day."],
		"2016_02_30.md": [clone, "No day."],
	});
	const { report, days } = await bring(bench, path);
	expect(days).toMatchObject({
		plain: `${TODAY} ${TODAY}`,
		later: `${TODAY} ${TODAY}`,
		own: "2019-01-01 2019-01-01",
		both: "2019-01-01 2019-02-01",
		beside: "2018-03-01 2018-04-01",
		page: "2017-01-01 2017-01-01",
		"2016-02-03": "2016-02-03 2016-02-03",
		"2016_02_30": `${TODAY} ${TODAY}`,
	});
	expect(report.remarks).toEqual([expect.stringContaining("3 texts without a date of their own")]);
	const now = new Date();
	for (const file of ["plain.md", "later.md", "own.md"]) await utimes(join(path, file), now, now);
	const again = await bring(bench, path);
	expect(again.report.entities).toEqual({ created: 0, updated: 0, skipped: 8 });
	expect(again.days).toEqual(days);
});

test("[T19] another export of the same Notion pages changes nothing, whenever it was made", async () => {
	const bench = await Workbench.create(db);
	const files: Files = { "Home.md": "# Home\n\nText\n", "Plan.md": "# Plan\n\nText\n" };
	const folder = await makeFolder({ "Home.md": ["2020-01-01", ""], "Plan.md": ["2021-01-01", ""] });
	const bringPages = async () =>
		runImport({ imports: (await bench.as("ada")).imports, source: "notion", path: folder });
	await writeFiles(folder, files);
	expect((await bringPages()).entities.created).toBe(2);
	await utimes(join(folder, "Home.md"), new Date("2025-01-01"), new Date("2025-01-01"));
	expect((await bringPages()).entities).toEqual({ created: 0, updated: 0, skipped: 2 });
});

test("[T19] one file has its time, and nine in ten are enough for a clone", () => {
	const days = (count: number, day: string) => Array.from({ length: count }, () => `${day}T10:00:00.000Z`);
	expect(shareOneDay(days(1, "2024-01-01"))).toBe(false);
	expect(shareOneDay(days(2, "2024-01-01"))).toBe(true);
	expect(shareOneDay([...days(18, "2024-01-01"), ...days(2, "2024-06-01")])).toBe(true);
	expect(shareOneDay([...days(17, "2024-01-01"), ...days(3, "2024-06-01")])).toBe(false);
	expect(shareOneDay([...days(8, "2024-01-01"), ...days(1, "2024-06-01")])).toBe(false);
	expect(shareOneDay([])).toBe(false);
});
