import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import { Store } from "../../src/graph/store/store.ts";
import { Skein, type SkeinSession } from "../../src/open-skein.ts";
import { NOW } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { watchTurns } from "../support/watch-turns.ts";

const TEXTS = 6;
const CHARACTERS = 200_000;
const IDEOGRAPHS = 20_000;

/** Ideographs that no two texts have in the same order: nothing of one is known from another. */
const writeText = (seed: number): string => {
	const codes = Array.from(
		{ length: CHARACTERS },
		(_, at) => 0x4e00 + ((at * 7_919 + seed * 31) % IDEOGRAPHS),
	);
	return `${codes.map((code) => String.fromCharCode(code)).join("")} backoff`;
};

let skein: Skein;
let session: SkeinSession;
let ids: readonly string[];
beforeAll(async () => {
	skein = new Skein(new Graph(new Store(await openTestDatabase())));
	const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
	const you = await skein.principal(workspace.id);
	const { writer } = await skein.as(you);
	const written: string[] = [];
	for (let seed = 0; seed < TEXTS; seed += 1) {
		const entity = { kind: "note", title: `Backoff ${seed}`, body: writeText(seed) };
		const { entities } = await writer.commit([{ op: "create", entity }], "import:test");
		written.push(...entities.map(({ id }) => id));
	}
	ids = written;
	session = await skein.as(you);
}, 120_000);
afterAll(() => skein.close());

/** How much of the time that a context takes is its longest turn: all of it when nobody else gets one. */
async function watchContext(request: object) {
	const turns = watchTurns();
	const before = process.cpuUsage();
	try {
		const context = await session.buildContext({
			query: "What of it?",
			now: NOW,
			budget: { total: 200_000 },
			...request,
		});
		// The last turn ends when the timer gets its own.
		await new Promise((resolve) => setTimeout(resolve, 10));
		const { user, system } = process.cpuUsage(before);
		return { context, share: turns.longest() / ((user + system) / 1_000) };
	} finally {
		turns.stop();
	}
}

const cutBy = (defaultStrategy: string) => ({ config: { truncation: { defaultStrategy } } });

/** A twelfth to a third as measured; all of it when long texts are counted in one go. */
const LARGEST_SHARE = 0.6;

describe("[P23] long texts are fitted into a large budget while others have their turn", () => {
	test.each<readonly [string, () => object]>([
		["found by a search", () => ({ query: "backoff" })],
		["named in the question", () => ({ mentions: ids })],
		["asked for", () => ({ hints: { includeBlocks: ids } })],
		["cut at the end", () => ({ mentions: ids, ...cutBy("keep_start") })],
		["cut at the start", () => ({ mentions: ids, ...cutBy("keep_end") })],
	])("%s", { timeout: 60_000 }, async (_, makeRequest) => {
		const { context, share } = await watchContext(makeRequest());
		const shown = context.sections.flatMap(({ items }) => items);
		expect(shown.length).toBeGreaterThan(0);
		expect(share).toBeLessThan(LARGEST_SHARE);
	});
});
