import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoggedChange } from "../../src/graph/store/write/change-log.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { Workbench } from "../support/workbench.ts";

const NOTES = 14;
const LONG = "word word\n".repeat(90_000);
/** The limit for the images of one page together. */
const MOST_CHARACTERS = 10_000_000;

let bench: Workbench;
beforeAll(async () => {
	bench = await Workbench.create(await openTestDatabase());
	const notes = [];
	for (let index = 0; index < NOTES; index += 1)
		notes.push(await bench.create("ada", { kind: "note", title: `Long ${index}`, body: LONG }));
	const shorten = notes.map(
		({ id }) => ({ op: "update", id, version: 1, patch: { body: "Short." } }) as const,
	);
	await bench.commit("ada", ...shorten);
}, 120_000);
afterAll(() => bench?.db.close());

const sizeOf = (changes: readonly LoggedChange[]): number => JSON.stringify(changes).length;

test("[P23] pages of long images are short, and together hold every change", async () => {
	const { log } = await bench.as("ada");
	const found: LoggedChange[] = [];
	for (let before: number | undefined, hasMore = true; hasMore; before = found.at(-1)?.revision) {
		const page = await log.page({ limit: 50, withImages: true, before });
		expect(page.changes.length).toBeGreaterThan(0);
		expect(sizeOf(page.changes)).toBeLessThan(1.2 * MOST_CHARACTERS);
		found.push(...page.changes);
		hasMore = page.hasMore;
	}
	expect(found).toHaveLength(NOTES + 1);
	// Of one change that is larger than a page, the first rows are shown and all are counted.
	const [latest] = found;
	expect(latest?.row_count).toBe(NOTES);
	expect(latest?.rows.length).toBeLessThan(NOTES);
	expect(latest?.rows[0]?.before).toMatchObject({ body: LONG });
}, 60_000);

test("[P23] without images all are on one page, and tell which fields have changed", async () => {
	const { log } = await bench.as("ada");
	const { changes, hasMore } = await log.page({ limit: 50, withImages: false });
	expect([changes.length, hasMore]).toEqual([NOTES + 1, false]);
	expect(changes[0]?.rows).toHaveLength(NOTES);
	expect(changes[0]?.rows[0]).toMatchObject({ verb: "updated", title: "Long 0", fields: ["body"] });
}, 60_000);
