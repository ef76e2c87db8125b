import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildContext } from "../../src/context/build-context.ts";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { RECIPE_NAMES } from "../../src/context/model/recipe.ts";
import type { ContextRequest } from "../../src/context/model/request.ts";
import { validateContext } from "../../src/context/validate-context.ts";
import { Graph, type Reader } from "../../src/graph/graph.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { drawContextRequest } from "../support/draw-context-request.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed } from "../support/random.ts";
import { makeRandomWorkspace } from "../support/random-workspace.ts";

const WORKSPACES = 250;
const WORKSPACES_PER_BATCH = 25;
const REQUESTS_EACH = 20;
const COUNTS_FROM = 400;
/** Tokens that may stay free: a tenth, or one item with its heading and the line that counts the rest, which names a call. */
const freeOf = (total: number): number => Math.max(0.1 * total, 80);
/** Holds a question, and mostly not what it is about. */
const TOO_LITTLE = 40;
/** Holds what a question is about, and mostly not all that was found. */
const TIGHT = [400, 430, 470, 520] as const;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

/** Counted by the encoding itself, past everything of ours. */
const countAgain = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;

/** The context, or the least that would have been enough. */
async function attempt(
	reader: Reader,
	request: ContextRequest,
): Promise<{ readonly payload?: ContextPayload; readonly needed?: number }> {
	try {
		return { payload: await buildContext({ reader, request }) };
	} catch (error) {
		const { code, details } = error as { code?: string; details?: { needed: number } };
		if (code !== "budget_too_small") throw error;
		return { needed: details?.needed ?? 0 };
	}
}

test(`[L1] [L2] [L3] [L5] [L6] the laws hold on random workspaces (${WORKSPACES * REQUESTS_EACH} builds)`, async () => {
	const graph = new Graph(new Store(db));
	let built = 0;
	let refused = 0;
	let feasible = 0;
	let full = 0;
	let judged = 0;
	const check = async (reader: Reader, request: ContextRequest): Promise<void> => {
		const { payload, needed = 0 } = await attempt(reader, request);
		const total = request.budget?.total ?? 0;
		if (payload === undefined) {
			refused += 1;
			expect(needed).toBeGreaterThan(total);
			const second = await attempt(reader, { ...request, budget: { ...request.budget, total: needed } });
			if (second.payload) feasible += 1;
			return;
		}
		built += 1;
		const { totalTokens } = payload.metadata;
		expect(validateContext(payload).errors).toEqual([]);
		expect(payload.metadata.collectorsFailed).toEqual([]);
		expect(countAgain(payload.serialized)).toBe(totalTokens);
		expect(totalTokens).toBeLessThanOrEqual(total);
		const isFilled = request.fill === "budget" && total >= COUNTS_FROM;
		if (isFilled && payload.omitted.some(({ reason }) => reason === "budget")) {
			judged += 1;
			if (totalTokens >= total - freeOf(total)) full += 1;
		}
		if (built % 10 === 0) {
			const again = await buildContext({ reader, request });
			expect(again.serialized).toBe(payload.serialized);
			expect(again.sections).toEqual(payload.sections);
			expect(again.omitted).toEqual(payload.omitted);
		}
	};
	await forEachSeed(WORKSPACES / WORKSPACES_PER_BATCH, async (batch, random) => {
		const made = random.list(WORKSPACES_PER_BATCH, (index) =>
			makeRandomWorkspace(5_000_000 + batch * WORKSPACES_PER_BATCH + index),
		);
		await insertWorkspaces(db, made);
		for (const workspace of made) {
			const members = workspace.people.filter(({ role }) => role !== null).map(({ id }) => id);
			const principals = workspace.principals.filter(({ accountId }) => members.includes(accountId));
			const { reader } = await graph.openSession(random.pick(principals));
			const nodes = [...reader.graph.nodes()];
			for (let index = 0; index < REQUESTS_EACH; index += 1) {
				const request = drawContextRequest(random, nodes, RECIPE_NAMES);
				const tight = index % 5 === 1 ? random.pick(TIGHT) : undefined;
				const total = index % 10 === 0 ? TOO_LITTLE : tight;
				await check(reader, total === undefined ? request : { ...request, budget: { total } });
			}
		}
	});
	expect(built).toBeGreaterThan(0.8 * WORKSPACES * REQUESTS_EACH);
	// Laws that were never put to the test would prove nothing.
	expect(judged).toBeGreaterThan(10);
	expect(refused).toBeGreaterThan(20);
	expect(full).toBe(judged);
	expect(feasible).toBeGreaterThanOrEqual(0.95 * refused);
}, 400_000);
