import { afterAll, beforeAll, expect, test } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import type { Db } from "../../src/graph/store/db.ts";
import { openTestDatabase } from "../../src/graph/store/open-test-database.ts";
import { Store } from "../../src/graph/store/store.ts";
import { alterInvisible } from "../support/alter-invisible.ts";
import { describeGraphView, describeRows, drawQuestions } from "../support/describe-reader.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { forEachSeed } from "../support/random.ts";
import { makeRandomWorkspace } from "../support/random-workspace.ts";
import { judgeVisible } from "../support/rights-oracle.ts";

const PAIRS = 120;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

test(`[R12] nothing a reader is told depends on what they may not read (${PAIRS} pairs of workspaces)`, async () => {
	const graph = new Graph(new Store(db));
	let differing = 0;
	let shown = 0;
	await forEachSeed(PAIRS, async (seed, random) => {
		const workspace = makeRandomWorkspace(3_000_000 + seed);
		const members = workspace.principals.filter(({ accountId }) =>
			workspace.people.some(({ id, role }) => id === accountId && role !== null),
		);
		const reader = random.pick(members);
		const altered = alterInvisible(random, workspace, reader);
		const readerThere = { ...reader, workspaceId: altered.id };
		const visible = judgeVisible(workspace, reader);
		const visibleThere = judgeVisible(altered, readerThere);
		expect(visibleThere).toEqual(visible);
		if (JSON.stringify(workspace.entities) !== JSON.stringify(altered.entities)) differing += 1;
		shown += visible.entities.length;

		await insertWorkspaces(db, [workspace, altered]);
		const here = await graph.as(reader);
		const there = await graph.as(readerThere);
		const questions = drawQuestions(random, [...workspace.entities, ...altered.entities]);
		expect(describeGraphView(there, questions)).toBe(describeGraphView(here, questions));
		expect(await describeRows(there, questions)).toBe(await describeRows(here, questions));
	});
	// Pairs that do not differ, and readers who see nothing, would prove nothing.
	expect(differing).toBeGreaterThan(PAIRS * 0.8);
	expect(shown).toBeGreaterThan(PAIRS);
}, 120_000);
