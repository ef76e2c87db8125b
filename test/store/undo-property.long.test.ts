import { afterAll, beforeAll, expect, test } from "vitest";
import { foldTitle } from "../../src/graph/model/entity.ts";
import { scanWikilinks } from "../../src/graph/model/scan-wikilinks.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { hashState } from "../support/hash-state.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed } from "../support/random.ts";
import { commitRandomly, readRows } from "../support/random-operations.ts";
import { Workbench } from "../support/workbench.ts";

const SEQUENCES = 24;
const ATTEMPTS = 20;
const UNDONE_PER_SEQUENCE = 14;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

interface LinkRow {
	readonly src_id: string;
	readonly start_offset: number;
	readonly end_offset: number;
	readonly target_key: string;
	readonly target_id: string | null;
}

/** Aliases, links and link edges say what the rows they are derived from say, and every edge joins two entities that are there. */
async function expectDerivedRowsInStep(workspaceId: string): Promise<void> {
	const { entities, edges } = await readRows(db, workspaceId);
	const links = await db.query<LinkRow>(
		`SELECT src_id, start_offset, end_offset, target_key, target_id FROM link
			WHERE workspace_id = $1 ORDER BY src_id, ordinal`,
		[workspaceId],
	);
	const inTexts = entities.flatMap((entity) =>
		scanWikilinks(entity.body).map(({ start, end, target }) => [entity.id, start, end, foldTitle(target)]),
	);
	expect(links.map((link) => [link.src_id, link.start_offset, link.end_offset, link.target_key])).toEqual(
		inTexts,
	);
	const resolved = links
		.filter((link) => link.target_id !== null)
		.map((link) => `${link.src_id} ${link.target_id}`);
	const drawn = edges
		.filter(({ origin }) => origin === "link")
		.map((edge) => `${edge.src_id} ${edge.dst_id}`);
	expect(drawn.sort()).toEqual([...new Set(resolved)].sort());
	const ids = new Set(entities.map(({ id }) => id));
	expect(edges.filter((edge) => !ids.has(edge.src_id) || !ids.has(edge.dst_id))).toEqual([]);
	const aliases = await db.query<{ line: string }>(
		"SELECT entity_id || ' ' || title_key AS line FROM alias WHERE workspace_id = $1",
		[workspaceId],
	);
	const named = entities.flatMap((entity) =>
		entity.aliases.map((alias) => `${entity.id} ${foldTitle(alias)}`),
	);
	expect(aliases.map(({ line }) => line).sort()).toEqual([...new Set(named)].sort());
}

test(`[C5] [P10] undoing one change after the other leads back through every state (${SEQUENCES} × ${ATTEMPTS} writes)`, async () => {
	let sequences = 0;
	let undone = 0;
	await forEachSeed(SEQUENCES, async (_, random) => {
		sequences += 1;
		const bench = await Workbench.create(db);
		const { workspaceId } = bench;
		const writer = await bench.writer("ada");
		const history: { changeId: string; before: string }[] = [];
		for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
			const before = await hashState(db, workspaceId);
			const committed = await commitRandomly(random, await readRows(db, workspaceId), writer);
			if (committed?.change_id) history.push({ changeId: committed.change_id, before });
			else expect(await hashState(db, workspaceId)).toBe(before);
		}
		await expectDerivedRowsInStep(workspaceId);
		for (const { changeId, before } of history.reverse()) {
			await writer.undo(changeId, "test");
			expect(await hashState(db, workspaceId)).toBe(before);
			undone += 1;
		}
		await expectDerivedRowsInStep(workspaceId);
	});
	expect(undone).toBeGreaterThan(sequences * UNDONE_PER_SEQUENCE);
}, 400_000);
