import { afterAll, beforeAll, expect, test } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { alterInvisible } from "../support/alter-invisible.ts";
import { describeGraphView, describeRows, drawQuestions } from "../support/describe-reader.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { makeRandomWorkspace } from "../support/random-workspace.ts";
import { judgeVisible } from "../support/rights-oracle.ts";

const PAIRS = 200;
const PAIRS_PER_BATCH = 20;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

/** A workspace, one that differs from it only in what a reader may not read, and that reader in both. */
function makePair(seed: number, random: Random) {
	const workspace = makeRandomWorkspace(seed);
	const members = workspace.principals.filter(({ accountId }) =>
		workspace.people.some(({ id, role }) => id === accountId && role !== null),
	);
	const reader = random.pick(members);
	const altered = alterInvisible(random, workspace, reader);
	return { workspace, altered, reader, readerThere: { ...reader, workspaceId: altered.id } };
}

test(`[R12] nothing a reader is told depends on what they may not read (${PAIRS} pairs of workspaces)`, async () => {
	const graph = new Graph(new Store(db));
	let pairs = 0;
	let differing = 0;
	let shown = 0;
	await forEachSeed(PAIRS / PAIRS_PER_BATCH, async (batch, random) => {
		const made = random.list(PAIRS_PER_BATCH, (index) =>
			makePair(3_000_000 + batch * PAIRS_PER_BATCH + index, random),
		);
		await insertWorkspaces(
			db,
			made.flatMap(({ workspace, altered }) => [workspace, altered]),
		);
		for (const { workspace, altered, reader, readerThere } of made) {
			const visible = judgeVisible(workspace, reader);
			expect(judgeVisible(altered, readerThere)).toEqual(visible);
			pairs += 1;
			shown += visible.entities.length;
			if (JSON.stringify(workspace.entities) !== JSON.stringify(altered.entities)) differing += 1;
			const here = await graph.openSession(reader);
			const there = await graph.openSession(readerThere);
			const questions = drawQuestions(random, [...workspace.entities, ...altered.entities]);
			expect(describeGraphView(there, questions)).toBe(describeGraphView(here, questions));
			expect(await describeRows(there, questions)).toBe(await describeRows(here, questions));
		}
	});
	// Pairs that do not differ, and readers who see nothing, would prove nothing.
	expect(differing).toBeGreaterThan(pairs * 0.8);
	expect(shown).toBeGreaterThan(pairs);
}, 400_000);
