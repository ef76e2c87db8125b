import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, prepareTestFolder } from "../../test/support/open-test-database.ts";
import { Graph } from "../graph/graph.ts";
import { Store } from "../graph/store/store.ts";
import { evaluateSet, takeApart } from "./evaluate-set.ts";
import { loadEvalSet, readEvalSet } from "./load-eval-set.ts";

const NODES = [
	{
		id: "a",
		kind: "ui element",
		title: "Side bar",
		text: "Opens from the left. See [[Command palette]] for keys.",
	},
	{
		id: "b",
		kind: "ui element",
		title: "Command palette",
		text: "Lists commands; mentioned beside the side bar.",
	},
	{ id: "c", kind: "document", title: "Release notes", text: "Nothing about keys." },
	{ id: "d", kind: "ui element", title: "Keyboard", text: "Has many of them." },
];
const EDGES = [
	{ src: "a", rel: "next-to", dst: "b", text: "both react to the same shortcut" },
	{ src: "c", rel: "next-to", dst: "c" },
	{ src: "b", rel: "blocks", dst: "c" },
];
const QUERIES = [
	{ id: "q1", text: "which thing lists commands", gold: ["b"] },
	{ id: "q2", text: "keyboard", gold: ["b"], focus: "a", exclude: ["a"], pool_kind: "ui element" },
	{
		id: "q3",
		text: "opens from the left",
		gold: ["b"],
		focus: "a",
		exclude: ["a"],
		remove_edges: [["a", "b"]],
	},
];

let folder: string;
let dataFolder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "skein-set-"));
	dataFolder = await prepareTestFolder();
	const lines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join("\n");
	await writeFile(join(folder, "nodes.jsonl.gz"), gzipSync(lines(NODES)));
	await writeFile(join(folder, "edges.jsonl"), `${lines(EDGES)}\n`);
	await writeFile(join(folder, "queries.jsonl"), lines(QUERIES));
	await writeFile(join(folder, "first.jsonl"), lines(QUERIES.slice(0, 1)));
});
afterAll(async () => {
	for (const path of [folder, dataFolder]) await rm(path, { recursive: true, force: true });
});

test("a set is asked through the real store, and an answer that was taken out of the graph is not found by it", async () => {
	const set = await readEvalSet(folder);
	const figures = await evaluateSet({
		set,
		folder: dataFolder,
		budgets: [60, 1000],
		onProgress: () => undefined,
	});
	expect(figures).toMatchObject({ nodes: 4, edges: 3, queries: 3, evidence: { "60": 0 } });
	expect(figures.perQuery.map(({ recallAt5 }) => recallAt5)).toEqual([1, 1, 0]);
	expect(figures.recall_at_5).toBeCloseTo(2 / 3, 2);
	expect(figures.evidence["1000"]).toBeGreaterThan(0);
	expect(figures.latency_ms.p95).toBeGreaterThan(0);
});

test("another file of questions may be asked, and a folder without a set is named", async () => {
	expect((await readEvalSet(folder, join(folder, "first.jsonl"))).queries).toHaveLength(1);
	await expect(readEvalSet(join(folder, "nowhere"))).rejects.toThrow(/nodes\.jsonl/);
});

test("what was taken apart is put together again, text and edges", async () => {
	const graph = new Graph(new Store(await openTestDatabase()));
	try {
		const { principal, idOf } = await loadEvalSet(graph, await readEvalSet(folder), () => undefined);
		const open = () => graph.openSession(principal);
		const look = async () => {
			const { reader } = await open();
			const entity = (await reader.rows.getMany([idOf("a")])).get(idOf("a"));
			const rels = reader.graph
				.linksOf(idOf("a"))
				.map(({ edge }) => `${edge.rel} ${edge.origin} ${edge.text}`);
			return { body: entity?.body, rels: rels.sort() };
		};
		const before = await look();
		expect(before.rels).toHaveLength(2);
		const restore = await takeApart(open, [[idOf("a"), idOf("b")]]);
		expect(await look()).toEqual({ body: "Opens from the left. See  for keys.", rels: [] });
		await restore();
		expect(await look()).toEqual(before);
	} finally {
		await graph.close();
	}
});
