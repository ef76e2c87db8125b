import { afterAll, beforeAll, expect, test } from "vitest";
import { buildContext } from "../../src/context/build-context.ts";
import { RECIPE_NAMES } from "../../src/context/model/recipe.ts";
import type { ContextRequest } from "../../src/context/model/request.ts";
import { Graph, type Reader, type Session } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import { EntityNotFoundError } from "../../src/graph/model/errors.ts";
import { searchEntities } from "../../src/graph/search/search-entities.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { changeRightsAtRandom } from "../support/change-rights-at-random.ts";
import { drawContextRequest } from "../support/draw-context-request.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { makeRandomWorkspace, type RandomWorkspace, WORDS } from "../support/random-workspace.ts";
import { judgeVisible } from "../support/rights-oracle.ts";

const SEQUENCES = 40;
const STEPS = 20;
const WITNESSES = 4;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

interface Asked {
	readonly query: string;
	readonly request: ContextRequest;
}

/** One question, asked again and again: what was worked out for it before is there to be served stale. */
const drawQuestion = (random: Random, workspace: RandomWorkspace): Asked => ({
	query: random.pick(WORDS),
	request: drawContextRequest(random, workspace.entities, RECIPE_NAMES),
});

const idsVisible = (workspace: RandomWorkspace, principal: Principal): readonly string[] =>
	judgeVisible(workspace, principal)
		.entities.map(({ id }) => id)
		.sort();

async function tell(reader: Reader, { query, request }: Asked): Promise<string> {
	const found = await searchEntities(reader, { query });
	const context = await buildContext({ reader, request }).then(
		({ serialized, sections, omitted }) => ({ serialized, sections, omitted }),
		(error: { code?: string; message: string }) => {
			if (error.code === undefined) throw error;
			return `${error.code} ${error.message}`;
		},
	);
	return JSON.stringify({ found, context });
}

/**
 * Compares the answers of a server that has run all along with the oracle, and with a server that starts this moment.
 */
async function checkReader(
	graph: Graph,
	workspace: RandomWorkspace,
	principal: Principal,
	asked: Asked,
): Promise<void> {
	const ids = idsVisible(workspace, principal);
	const session = await graph.openSession(principal).catch((error: unknown) => {
		expect(error).toBeInstanceOf(EntityNotFoundError);
	});
	if (session === undefined) {
		expect(ids).toEqual([]);
		return;
	}
	expect([...session.reader.graph.nodes()].map(({ id }) => id).sort()).toEqual(ids);
	const fetched = await session.reader.rows.getMany(workspace.entities.map(({ id }) => id));
	expect([...fetched.keys()].sort()).toEqual(ids);
	const anew = await new Graph(new Store(db)).openSession(principal);
	expect(await tell(session.reader, asked)).toBe(await tell(anew.reader, asked));
}

test(`[R11] [P4] rights given and taken hold from the next read on (${SEQUENCES} sequences of ${STEPS} changes)`, async () => {
	const graph = new Graph(new Store(db));
	let changed = 0;
	let moved = 0;
	let refused = 0;
	await forEachSeed(SEQUENCES, async (seed, random) => {
		let workspace = makeRandomWorkspace(9_000_000 + seed);
		await insertWorkspaces(db, [workspace]);
		const openAs = (accountId: string): Promise<Session> =>
			graph.openSession({ workspaceId: workspace.id, accountId });
		const asked = drawQuestion(random, workspace);
		const witnesses = random.list(WITNESSES, () => random.pick(workspace.principals));
		// Asked before anything changes, so that there is something to be served stale.
		for (const witness of witnesses) await checkReader(graph, workspace, witness, asked);
		for (let step = 0; step < STEPS; step += 1) {
			const before = workspace;
			const after = await changeRightsAtRandom(random, workspace, openAs);
			if (after === undefined) continue;
			workspace = after;
			if (before === after) refused += 1;
			else changed += 1;
			const affected = witnesses.filter(
				(principal) => `${idsVisible(before, principal)}` !== `${idsVisible(after, principal)}`,
			);
			if (affected.length > 0) moved += 1;
			const reader = random.pickMaybe(affected) ?? (random.chance(0.3) ? random.pick(witnesses) : undefined);
			if (reader !== undefined) await checkReader(graph, workspace, reader, asked);
		}
	});
	// Changes that are all refused, or move nothing for those who look, would prove nothing.
	expect(changed).toBeGreaterThan(refused / 2);
	expect(moved).toBeGreaterThan(changed / 6);
}, 400_000);
