import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateWorkspace } from "../../bench/generate-workspace.ts";
import { loadWorkspace } from "../../bench/load-workspace.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import { ResidentGraph } from "../../src/graph/search/resident/resident-graph.ts";
import { ResidentGraphs, type ResidentOptions } from "../../src/graph/search/resident/resident-graphs.ts";
import type { GraphView } from "../../src/graph/search/view/graph-view.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { openTestDatabase } from "../support/open-test-database.ts";

/** More than are built on the spot. */
const SHAPE = { seed: 3, entities: 2_200, edges: 4_000 };
const QUESTIONS = generateWorkspace(SHAPE)
	.entities.filter((_, index) => index % 200 === 0)
	.map(({ title }) => title);

let db: Db;
let store: Store;
let principal: Principal;
let folder: string;
beforeAll(async () => {
	db = await openTestDatabase();
	store = new Store(db);
	folder = await mkdtemp(join(tmpdir(), "skein-graphs-"));
	principal = await loadWorkspace({ store }, SHAPE);
});
afterAll(async () => {
	await db?.close();
	await rm(folder, { recursive: true, force: true });
});

/** Returns everything the graph answers the reader; equal texts mean equal answers. */
function describe(view: GraphView | undefined): string {
	if (view === undefined) throw new Error("The graph has moved on.");
	const nodes = [...view.nodes()].sort((a, b) => (a.id < b.id ? -1 : 1));
	const links = nodes.slice(0, 300).map(({ id }) => view.linksOf(id).map(({ edge }) => edge));
	return JSON.stringify([nodes, links, QUESTIONS.map((query) => view.search({ query, limit: 10 }))]);
}

async function open<Result>(
	options: ResidentOptions,
	use: (graphs: ResidentGraphs) => Promise<Result>,
): Promise<Result> {
	const graphs = new ResidentGraphs(store.feed, undefined, options);
	try {
		return await use(graphs);
	} finally {
		await graphs.close();
	}
}

const answer = (options: ResidentOptions = {}): Promise<string> =>
	open(options, async (graphs) => describe(await graphs.view(await store.access(principal))));

/** The same by one batch, in this thread. */
async function answerOnTheSpot(): Promise<string> {
	const batch = await store.feed.read(principal.workspaceId, null);
	const graph = new ResidentGraph(batch.kinds);
	await graph.applyInTurns(batch);
	return describe(graph.view(await store.access(principal)));
}

const write = (entity: Pick<Entity, "title" | "body">): Promise<unknown> =>
	store
		.access(principal)
		.then((access) =>
			store.as(access).writer.commit([{ op: "create", entity: { kind: "note", ...entity } }], "test"),
		);

const snapshotPath = async (): Promise<string> => join(folder, (await readdir(folder))[0] ?? "");

test("[S6] a graph built in its own thread, or read from a snapshot and followed, equals one built here", async () => {
	const built = await answer({ snapshotFolder: folder });
	expect(built).toBe(await answerOnTheSpot());
	expect((await stat(await snapshotPath())).mode & 0o777).toBe(0o600);
	expect(await answer({ snapshotFolder: folder })).toBe(built);

	const before = await readFile(await snapshotPath());
	await write({ title: "Quokka ledger", body: `About ${QUESTIONS[0]} and ${QUESTIONS[1]}` });
	const followed = await answer({ snapshotFolder: folder });
	expect(followed).toBe(await answerOnTheSpot());
	expect(followed).not.toBe(built);
	expect(followed).toContain("Quokka ledger");
	// Followed and not built again, or this would be a test of building twice.
	expect((await readFile(await snapshotPath())).equals(before)).toBe(true);
}, 60_000);

test("[S21] [S6] a snapshot that is cut short, altered or of another history is passed over without a word", async () => {
	const expected = await answer({ snapshotFolder: folder });
	const path = await snapshotPath();
	const whole = await readFile(path);
	const altered = Buffer.from(whole);
	altered.writeUInt8(altered.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
	for (const spoilt of [
		whole.subarray(0, whole.length - 8),
		altered,
		Buffer.from("no graph"),
		Buffer.alloc(0),
	]) {
		await writeFile(path, spoilt);
		expect(await answer({ snapshotFolder: folder })).toBe(expected);
		expect((await readFile(path)).length).toBeGreaterThan(whole.length / 2);
	}
	// As after putting back an older copy of the database: the same revision, reached by another change.
	await write({ title: "Wombat", body: "here today" });
	await db.query(
		"UPDATE change SET id = gen_random_uuid() WHERE workspace_id = $1 AND revision = (SELECT max(revision) FROM change WHERE workspace_id = $1) - 1",
		[principal.workspaceId],
	);
	const before = await readFile(path);
	expect(await answer({ snapshotFolder: folder })).toBe(await answerOnTheSpot());
	expect((await readFile(path)).equals(before)).toBe(false);
}, 120_000);

test("[S21] what a process that was killed has left of a snapshot is read by nobody and goes with the next one", async () => {
	const expected = await answer({ snapshotFolder: folder });
	const path = await snapshotPath();
	const whole = await readFile(path);
	const [left, current] = [`${path}.1.new`, `${path}.2.new`];
	for (const half of [left, current]) await writeFile(half, whole.subarray(0, whole.length >> 1));
	const longAgo = new Date(Date.now() - 3_600_000);
	await utimes(left, longAgo, longAgo);
	await rm(path);
	expect(await answer({ snapshotFolder: folder })).toBe(expected);
	expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual([path, current]);
	await rm(current);
}, 60_000);

test("[S20] what a reader holds stays as it was while others write", async () => {
	const before = await answer();
	await open({}, async (graphs) => {
		const access = await store.access(principal);
		const view = await graphs.view(access);
		const { writer } = store.as(access);
		const tasks = [...(view?.nodes() ?? [])].filter(({ kind }) => kind === "task");
		const [first, second, third] = tasks.filter(({ project_id: id }) => id === tasks[0]?.project_id);
		if (!first || !second || !third) throw new Error("The workspace has no tasks.");
		await write({ title: QUESTIONS[2] ?? "", body: `${QUESTIONS[3]} ${QUESTIONS[4]}` });
		await writer.update({
			id: first.id,
			version: first.version,
			patch: { title: "Renamed since", body: "other words" },
			via: "test",
		});
		await writer.commit([{ op: "delete", id: second.id }], "test");
		const edge = { src_id: first.id, rel: "depends_on", dst_id: third.id };
		await writer.commit([{ op: "link", edge }], "test");
		const after = await graphs.view(await store.access(principal));
		expect(after?.node(second.id)).toBeUndefined();
		expect(after?.node(first.id)?.title).toBe("Renamed since");
		expect(describe(view)).toBe(before);
		expect(describe(after)).toBe(await answerOnTheSpot());
	});
}, 60_000);

test("workspaces nobody asked for lately leave when there is no more room", async () => {
	const other = await loadWorkspace({ store }, { seed: 9, entities: 60, edges: 20 });
	await open({ mostBytes: 1_000 }, async (graphs) => {
		await graphs.view(await store.access(other));
		expect(graphs.measure(other.workspaceId)).toBeDefined();
		await graphs.view(await store.access(principal));
		expect(graphs.measure(other.workspaceId)).toBeUndefined();
		expect(graphs.measure(principal.workspaceId)).toBeDefined();
		expect((await graphs.view(await store.access(other)))?.size).toBe(60);
	});
}, 60_000);
