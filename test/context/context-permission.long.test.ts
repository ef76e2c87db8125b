import { afterAll, beforeAll, expect, test } from "vitest";
import { buildContext } from "../../src/context/build-context.ts";
import { RECIPE_NAMES } from "../../src/context/model/recipe.ts";
import type { ContextRequest } from "../../src/context/model/request.ts";
import { Graph, type Reader } from "../../src/graph/graph.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { alterInvisible } from "../support/alter-invisible.ts";
import { drawContextRequest } from "../support/draw-context-request.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { makeRandomWorkspace, type RandomWorkspace } from "../support/random-workspace.ts";
import { judgeVisible } from "../support/rights-oracle.ts";

const PAIRS = 200;
const PAIRS_PER_BATCH = 20;
const REQUESTS_EACH = 3;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

/** A copy that holds nothing but what the reader may read, and the projects that such things are filed in. */
function keepVisible(
	random: Random,
	workspace: RandomWorkspace,
	reader: RandomWorkspace["principals"][number],
) {
	const visible = judgeVisible(workspace, reader);
	const kept = new Set([
		...visible.entities.map(({ id }) => id),
		...visible.entities.map(({ project_id: projectId }) => projectId),
	]);
	const edges = new Set(visible.edges.map(({ id }) => id));
	return {
		...workspace,
		id: random.id(),
		entities: workspace.entities.filter(({ id }) => kept.has(id)),
		edges: workspace.edges.filter(({ id }) => edges.has(id)),
		projects: workspace.projects.filter(({ id }) => kept.has(id)),
		shares: workspace.shares.filter(({ entityId }) => kept.has(entityId)),
	};
}

/** Returns everything the reader gets: the context word for word, or the error. */
async function tell(reader: Reader, request: ContextRequest): Promise<string> {
	try {
		const { serialized, sections, omitted, metadata } = await buildContext({ reader, request });
		const { timings: _, cache: __, ...told } = metadata;
		return JSON.stringify({ serialized, sections, omitted, told }, null, 1);
	} catch (error) {
		const { code, message } = error as { code?: string; message: string };
		if (code === undefined) throw error;
		return `${code} ${message}`;
	}
}

test(`[L4] [P1] a context is what it would be on a copy that holds only what the reader may read (${PAIRS} pairs)`, async () => {
	const graph = new Graph(new Store(db));
	let smaller = 0;
	let told = 0;
	await forEachSeed(PAIRS / PAIRS_PER_BATCH, async (batch, random) => {
		const made = random.list(PAIRS_PER_BATCH, (index) => {
			const workspace = makeRandomWorkspace(7_000_000 + batch * PAIRS_PER_BATCH + index);
			const members = workspace.principals.filter(({ accountId }) =>
				workspace.people.some(({ id, role }) => id === accountId && role !== null),
			);
			const reader = random.pick(members);
			const copy =
				index % 2 === 0 ? keepVisible(random, workspace, reader) : alterInvisible(random, workspace, reader);
			return { workspace, copy, reader };
		});
		await insertWorkspaces(
			db,
			made.flatMap(({ workspace, copy }) => [workspace, copy]),
		);
		for (const { workspace, copy, reader } of made) {
			const here = (await graph.openSession(reader)).reader;
			const there = (await graph.openSession({ ...reader, workspaceId: copy.id })).reader;
			if (JSON.stringify(workspace.entities) !== JSON.stringify(copy.entities)) smaller += 1;
			// The question may also name entities that the reader cannot see.
			const rows = workspace.entities;
			for (let index = 0; index < REQUESTS_EACH; index += 1) {
				const request = drawContextRequest(random, rows, RECIPE_NAMES);
				const answer = await tell(here, request);
				expect(await tell(there, request)).toBe(answer);
				if (answer.startsWith("{")) told += 1;
			}
		}
	});
	// Complete copies, and readers who see nothing, would prove nothing.
	expect(smaller).toBeGreaterThan(PAIRS * 0.8);
	expect(told).toBeGreaterThan(PAIRS);
}, 400_000);
