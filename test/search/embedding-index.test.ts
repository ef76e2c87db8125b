import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chooseEmbedder } from "../../src/chat/models/choose-embedder.ts";
import { Graph, type Session } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import type { Embedder } from "../../src/graph/model/embedder.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";

const NOTES = [
	"Flooded cellars and pumps",
	"Soup on Mondays",
	"The hinge supplier changed",
	"Salt spray test",
	"A very secret diary",
];
const COUNT = 40;

let server: ScriptedModelServer;
let db: Db;
let ada: Principal;
let ben: Principal;
const opened: Graph[] = [];

/** Acts as one process: a graph of its own on the common database. Closing it leaves the database open. */
function openProcess(model: string, options: { readonly apiKey?: string } = {}): Graph {
	const { embedder, findEmbedder } = chooseEmbedder({
		environment: {
			SKEIN_EMBEDDINGS: `openai-compatible:${model}`,
			SKEIN_EMBEDDINGS_URL: server.url,
			SKEIN_EMBEDDINGS_API_KEY: options.apiKey,
		},
		patience: { retrySeconds: 0.01, retries: 2 },
	});
	const store = new Store({ ...db, close: async () => {} });
	const graph = new Graph(store, {
		embedder: embedder ?? undefined,
		findEmbedder,
		indexPatience: { firstSeconds: 0.02, longestSeconds: 0.1 },
	});
	opened.push(graph);
	return graph;
}

const textsOf = (model?: string): readonly string[] =>
	server.requests
		.filter(({ body }) => model === undefined || body.model === model)
		.flatMap(({ body }) => [body.input].flat().map(String))
		.filter((text) => NOTES.some((note) => text.startsWith(note)) || text.startsWith("Filler"));

const modelAskedFor = (question: string): unknown =>
	server.requests.findLast(({ body }) => [body.input].flat().includes(question))?.body.model;

async function findByMeaning({ reader }: Session, query: string): Promise<readonly string[]> {
	const queryVector = await reader.embedQuery(query);
	return reader.graph
		.search({ query, queryVector, without: ["words", "fuzzy", "graph"] })
		.hits.filter(({ legs }) => legs.some(({ leg }) => leg === "meaning"))
		.map(({ node }) => node.title);
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
	for (let tries = 0; tries < 200; tries += 1) {
		if (await holds()) return;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	throw new Error("it never came true");
};

describe.each(TEST_ENGINES.filter(({ skip }) => !skip))("on $name", ({ open }) => {
	beforeAll(async () => {
		db = await open();
	});
	afterAll(() => db?.close());
	beforeEach(async () => {
		server = await startScriptedModelServer();
		const { workspaces } = new Store(db);
		const { id: workspaceId } = await workspaces.create("Meaning");
		const accounts = await Promise.all(
			["ada", "ben"].map((name) => workspaces.ensureAccount({ email: name, display_name: name })),
		);
		for (const { id } of accounts) await workspaces.setMember(workspaceId, id, "owner");
		ada = { workspaceId, accountId: accounts[0]?.id ?? "" };
		ben = { workspaceId, accountId: accounts[1]?.id ?? "" };
		const { writer } = await new Graph(new Store(db)).openSession(ada);
		const fillers = Array.from({ length: COUNT - NOTES.length }, (_, index) => `Filler ${index}`);
		await writer.commit(
			[...NOTES, ...fillers].map((title) => ({
				op: "create",
				entity: { kind: "note", title, ...(title.includes("secret") && { visibility: "private" as const }) },
			})),
			"test",
		);
	});
	afterEach(async () => {
		for (const graph of opened.splice(0)) await graph.close();
		await server.close();
	});

	test("[S14] a provider's model is asked in batches, each text once, and its vectors find", async () => {
		const graph = openProcess("first");
		await graph.index(ada.workspaceId);
		expect([...textsOf()].sort()).toEqual([...new Set(textsOf())].sort());
		expect(textsOf()).toHaveLength(COUNT);
		expect(server.requests.length).toBeLessThan(8);
		expect(await findByMeaning(await graph.openSession(ada), "pumps for flooded cellars")).toContain(
			"Flooded cellars and pumps",
		);
		expect(await graph.indexingProgress(ada.workspaceId)).toMatchObject({
			model: "openai-compatible:first",
			indexed: COUNT,
			pending: 0,
			failed: 0,
		});
	});

	test("[S33] what was written last is embedded first", async () => {
		const graph = openProcess("first");
		await graph.index(ada.workspaceId);
		const before = textsOf().length;
		const { writer } = await graph.openSession(ada);
		const titles = [
			...Array.from({ length: 150 }, (_, index) => `Filler later ${index}`),
			"Filler just written",
		];
		for (const title of titles.slice(-2)) await writer.create({ kind: "note", title }, "test");
		await writer.commit(
			titles.slice(0, -2).map((title) => ({ op: "create", entity: { kind: "note", title } })),
			"test",
		);
		await writer.create({ kind: "note", title: "Filler asked about" }, "test");
		await graph.index(ada.workspaceId);
		expect(textsOf()[before]).toBe("Filler asked about");
	});

	test("[S33] with few texts indexed, those that are do not win by being known", async () => {
		const graph = openProcess("first");
		await graph.index(ada.workspaceId);
		const { writer } = await graph.openSession(ada);
		const others = Array.from({ length: 2 * COUNT }, (_, index) => `Unread ${index}`);
		await writer.commit(
			["Cabinet for salt spray", ...others].map((title) => ({
				op: "create",
				entity: { kind: "note", title },
			})),
			"test",
		);
		const { reader } = await graph.openSession(ada);
		const queryVector = await reader.embedQuery("Salt spray test");
		const { hits } = reader.graph.search({ query: "cabinet salt spray", queryVector, without: ["graph"] });
		expect(hits.map(({ node }) => node.title).slice(0, 2)).toEqual([
			"Cabinet for salt spray",
			"Salt spray test",
		]);
	});

	test("[S14] a provider that is busy or broken is asked again; nothing is noted against a text", async () => {
		let calls = 0;
		server.answerWith(() => {
			calls += 1;
			if (calls % 3 === 0) return [];
			return [{ do: "status", status: calls % 3 === 1 ? 429 : 503, headers: { "retry-after": "0" } }];
		});
		const graph = openProcess("first");
		await graph.index(ada.workspaceId);
		expect(await graph.indexingProgress(ada.workspaceId)).toMatchObject({ indexed: COUNT, failed: 0 });
	});

	test("[S14] a provider that is gone is told of and tried again by itself", async () => {
		let isGone = true;
		server.answerWith(() => (isGone ? [{ do: "status", status: 503 }] : []));
		const graph = openProcess("first");
		await graph.index(ada.workspaceId);
		const { reader } = await graph.openSession(ada);
		const { meaning } = await graph.coverage(reader);
		expect(meaning).toMatchObject({ indexed: 0, pending: COUNT, failed: 0 });
		expect(meaning?.trouble).toMatch(/could not be reached/);
		isGone = false;
		await until(async () => (await graph.indexingProgress(ada.workspaceId))?.indexed === COUNT);
		expect((await graph.indexingProgress(ada.workspaceId))?.trouble).toBeUndefined();
	});

	test("[S14] a text the model refuses is noted with its reason and takes no other along", async () => {
		server.answerWith(({ body }) =>
			[body.input].flat().some((text) => String(text).includes("Soup"))
				? [{ do: "status", status: 400, kind: "invalid_request_error" }]
				: [],
		);
		const graph = openProcess("first");
		await graph.index(ada.workspaceId);
		const progress = await graph.indexingProgress(ada.workspaceId);
		expect(progress).toMatchObject({ indexed: COUNT - 1, pending: 0, failed: 1 });
		expect(progress?.reasons).toMatchObject([{ count: 1, reason: expect.stringContaining("refused") }]);
		const asked = textsOf().length;
		await graph.index(ada.workspaceId);
		expect(textsOf()).toHaveLength(asked);
	});

	test("[S14] a wrong model or key is one trouble, not a failure of every text", async () => {
		for (const status of [400, 401, 404]) {
			server.answerWith(({ body }) =>
				[body.input].flat().some((text) => String(text).startsWith("The bridge"))
					? []
					: [{ do: "status", status }],
			);
			const graph = openProcess(`wrong-${status}`);
			await graph.index(ada.workspaceId);
			const progress = await graph.indexingProgress(ada.workspaceId);
			expect(progress, String(status)).toMatchObject({ indexed: 0, pending: COUNT, failed: 0 });
			expect(progress?.trouble, String(status)).toBeTruthy();
		}
	});

	test("[S14] a run that was stopped is taken up where it stopped, by whoever comes next", async () => {
		const first = openProcess("first");
		server.answerWith(() => [{ do: "wait", milliseconds: 5 }]);
		const running = first.index(ada.workspaceId);
		await until(async () => (await first.indexingProgress(ada.workspaceId))?.indexed !== 0);
		await first.close();
		await running;
		const second = openProcess("first");
		await second.index(ada.workspaceId);
		expect(await second.indexingProgress(ada.workspaceId)).toMatchObject({ indexed: COUNT });
	});

	test("[S14] two processes that index at once share the work, and each sees what the other made", async () => {
		const graphs = [openProcess("first"), openProcess("first")];
		for (const graph of graphs) await graph.openSession(ada);
		await Promise.all(graphs.map((graph) => graph.index(ada.workspaceId)));
		await until(async () => (await graphs[0]?.indexingProgress(ada.workspaceId))?.indexed === COUNT);
		expect(textsOf()).toHaveLength(COUNT);
		for (const graph of graphs) {
			await until(async () => {
				const found = await findByMeaning(await graph.openSession(ada), "salt spray test");
				return found.includes("Salt spray test");
			});
		}
	}, 30_000);

	test("[S15] the former model answers until the vectors of the new one are complete, then it is let go", async () => {
		const before = openProcess("former");
		await before.index(ada.workspaceId);
		await before.close();
		let mayGoOn = false;
		server.answerWith(({ body }) =>
			body.model === "newer" &&
			!mayGoOn &&
			[body.input].flat().some((text) => /^Filler [5-9]/.test(String(text)))
				? [{ do: "status", status: 503 }]
				: [],
		);
		const graph = openProcess("newer");
		await graph.openSession(ada);
		await graph.index(ada.workspaceId);
		const { reader } = await graph.openSession(ada);
		expect((await graph.coverage(reader)).meaning).toMatchObject({
			model: "openai-compatible:newer",
			servedBy: "openai-compatible:former",
		});
		expect(await findByMeaning(await graph.openSession(ada), "salt spray test")).toContain("Salt spray test");
		expect(modelAskedFor("salt spray test")).toBe("former");
		mayGoOn = true;
		await graph.index(ada.workspaceId);
		expect((await graph.coverage(reader)).meaning).toMatchObject({
			servedBy: "openai-compatible:newer",
			indexed: COUNT,
		});
		expect(await findByMeaning(await graph.openSession(ada), "salt spray test")).toContain("Salt spray test");
		expect(modelAskedFor("salt spray test")).toBe("newer");
		const models = await db.query("SELECT DISTINCT model FROM passage_vector WHERE workspace_id = $1", [
			ada.workspaceId,
		]);
		expect(models).toEqual([{ model: "openai-compatible:newer" }]);
	});

	test("[S29] who asks again while texts wait is told about how long it will take", async () => {
		let goOn = (): void => {};
		const waiting = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		let batches = 0;
		const embedder: Embedder = {
			...{ id: "slow/1", batchSize: 16, maxTokens: 100, floor: 0, ceiling: 1 },
			embed: async (texts) => {
				batches += 1;
				if (batches > 1) await waiting;
				return texts.map(() => Float32Array.of(1, 0));
			},
			close: async () => {},
		};
		const graph = new Graph(new Store({ ...db, close: async () => {} }), { embedder });
		opened.push(graph);
		const { reader } = await graph.openSession(ben);
		const look = async () => (await graph.coverage(reader)).meaning;
		expect(await look()).not.toHaveProperty("secondsLeft");
		const running = graph.index(ada.workspaceId);
		await until(async () => (await look())?.indexed !== 0);
		expect(await look()).toMatchObject({ secondsLeft: expect.any(Number) });
		goOn();
		await running;
		expect(await look()).toMatchObject({ indexed: COUNT - 1, pending: 0 });
		expect(await look()).not.toHaveProperty("secondsLeft");
	});

	test("[S29] what is counted for it is looked up in sets, not compared each with each", async () => {
		const asked: { readonly sql: string; readonly params: readonly unknown[] | undefined }[] = [];
		const { passages } = new Store({
			...db,
			query: (sql, params) => {
				asked.push({ sql, params });
				return db.query(sql, params);
			},
		});
		await passages.progress(ada.workspaceId, "any");
		const [count] = asked;
		const plan = await db.query(`EXPLAIN VERBOSE ${count?.sql}`, count?.params);
		expect(JSON.stringify(plan)).toContain("hashed SubPlan");
		expect(JSON.stringify(plan)).not.toMatch(/Join Filter[^"]*hash/);
	});

	test("[S16] coverage counts what a reader may read, and nothing else", async () => {
		const graph = openProcess("first");
		const { reader: early } = await graph.openSession(ben);
		expect((await graph.coverage(early)).meaning).toMatchObject({ indexed: 0, pending: COUNT - 1 });
		await graph.index(ada.workspaceId);
		for (const [principal, count] of [
			[ada, COUNT],
			[ben, COUNT - 1],
		] as const) {
			const { reader } = await graph.openSession(principal);
			expect(await graph.coverage(reader)).toMatchObject({
				words: { indexed: count, pending: 0, failed: 0 },
				meaning: { indexed: count, pending: 0, failed: 0, reasons: [] },
			});
		}
	});
});
