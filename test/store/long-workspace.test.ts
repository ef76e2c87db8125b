import { afterAll, beforeAll, expect, test } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import { readEntityPage } from "../../src/graph/store/feed.ts";
import { Store } from "../../src/graph/store/store.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { Workbench } from "../support/workbench.ts";

const TEXTS = 4;
const LENGTH = 6_000_000;
/** The page that holds one text too many ends with it. */
const LARGEST_PAGE = 16_000_000 + LENGTH + 100_000;

let bench: Workbench;
beforeAll(async () => {
	bench = await Workbench.create(await openTestDatabase());
	for (let number = 0; number < TEXTS; number += 1)
		await bench.create("ada", { kind: "document", title: `Long ${number}` });
	await bench.db.query("UPDATE entity SET body = repeat('word ', $1::int)", [LENGTH / 5]);
}, 120_000);
afterAll(() => bench?.graph.close());

test("[P23] a workspace of long texts is read in pages that fit into memory, each row once", async () => {
	const pages: string[] = [];
	for await (const page of new Store(bench.db).feed.entityPages(bench.workspaceId)) pages.push(page);
	expect(pages.length).toBeGreaterThan(1);
	for (const page of pages) expect(page.length).toBeLessThan(LARGEST_PAGE);
	const ids = pages.flatMap((page) => readEntityPage(page).map(({ id }) => id));
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids).toHaveLength(TEXTS);
}, 60_000);

test("[P23] its graph is built and answers", async () => {
	const graph = new Graph(new Store(bench.db));
	const { reader } = await graph.openSession(bench.principal("ada"));
	expect(reader.graph.size).toBe(TEXTS);
	expect(reader.graph.setAside).toEqual([]);
}, 120_000);
