import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entity } from "../../src/graph/model/entity.ts";
import { ConflictError } from "../../src/graph/model/errors.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import type { Writer } from "../../src/graph/store/write/writer.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { Workbench } from "../support/workbench.ts";

const SCHEDULES = 300;
const SCHEDULES_PER_WORKSPACE = 50;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

interface Outcome {
	readonly written: number;
	readonly lost: number;
}

/**
 * Several people append to one text. Each works from a copy that may be out of date by the time they write, and some
 * write at the same moment. The text must contain every append that was reported as successful, in that order, and no
 * other.
 */
async function runSchedule(random: Random, bench: Workbench, writers: readonly Writer[]): Promise<Outcome> {
	const note = await bench.create("ada", { kind: "note", title: "Shared" });
	const copies: Entity[] = writers.map(() => note);
	const read = async (): Promise<Entity> => (await bench.as("ada")).reader.rows.get(note.id);
	const acknowledged: { readonly version: number; readonly mark: string }[] = [];
	let lost = 0;

	async function append(index: number, mark: string): Promise<void> {
		const copy = copies[index] as Entity;
		const patch = { body: `${copy.body}${mark} ` };
		try {
			const after = await (writers[index] as Writer).update({
				id: note.id,
				version: copy.version,
				patch,
				via: "test",
			});
			expect(after.version).toBe(copy.version + 1);
			acknowledged.push({ version: after.version, mark });
			copies[index] = after;
		} catch (error) {
			if (!(error instanceof ConflictError)) throw error;
			expect(error.code).toBe("stale_version");
			const current = error.details.current as Entity;
			expect(current.version).toBeGreaterThan(copy.version);
			lost += 1;
			// The row that comes with the refusal is all that is needed to try again.
			if (random.chance(0.7)) copies[index] = current;
		}
	}

	const steps = random.between(2, 4);
	for (let step = 0; step < steps; step += 1) {
		const together = random.some([...writers.keys()], 0.6);
		await Promise.all(together.map((index) => append(index, `${step}.${index}`)));
		for (const index of random.some([...writers.keys()], 0.4)) copies[index] = await read();
	}
	const final = await read();
	acknowledged.sort((a, b) => a.version - b.version);
	expect(final.version).toBe(1 + acknowledged.length);
	expect(final.body).toBe(acknowledged.map(({ mark }) => `${mark} `).join(""));
	return { written: acknowledged.length, lost };
}

test(`[C2] [P9] no update is lost and every loser is told, in ${SCHEDULES} schedules of writers at the same moment`, async () => {
	let written = 0;
	let lost = 0;
	await forEachSeed(SCHEDULES / SCHEDULES_PER_WORKSPACE, async (_, random) => {
		const bench = await Workbench.create(db);
		const writers = await Promise.all((["ada", "ben", "cy"] as const).map((person) => bench.writer(person)));
		for (let schedule = 0; schedule < SCHEDULES_PER_WORKSPACE; schedule += 1) {
			const outcome = await runSchedule(random, bench, writers);
			written += outcome.written;
			lost += outcome.lost;
		}
	});
	// Schedules in which nobody ever met would prove nothing.
	expect(lost).toBeGreaterThan(written * 0.2);
}, 400_000);
