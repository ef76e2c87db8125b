import { afterAll, beforeAll, expect, test } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import type { JsonObject } from "../../src/graph/model/json.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import type { FeedRows } from "../../src/graph/store/write/own-writes.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed } from "../support/random.ts";
import { commitRandomly, readRows } from "../support/random-operations.ts";
import { makeRandomWorkspace } from "../support/random-workspace.ts";

const WORKSPACES = 12;
const WRITES = 6;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

/** To the letter, the order of keys included; rows may come in any order. */
const print = ({ entities, edges, removedEdges }: FeedRows): string =>
	JSON.stringify([
		[...entities].sort((a, b) => (a.id < b.id ? -1 : 1)),
		[...edges].sort((a, b) => (a.id < b.id ? -1 : 1)),
		[...removedEdges].sort(),
	]);

test("[S25] what a process recalls of its own write is to the letter what the log tells of it", async () => {
	let recalled = 0;
	await forEachSeed(WORKSPACES, async (seed, random) => {
		const workspace = makeRandomWorkspace(4_000_000 + seed);
		await insertWorkspaces(db, [workspace]);
		const store = new Store(db);
		const graph = new Graph(store);
		const members = workspace.principals.filter(
			({ accountId, grant }) =>
				grant === undefined && workspace.people.some(({ id, role }) => id === accountId && role !== null),
		);
		for (let left = WRITES; left > 0; left -= 1) {
			const { writer } = await graph.openSession(random.pick(members));
			const committed = await commitRandomly(random, await readRows(db, workspace.id), writer);
			if (!committed?.change_id) continue;
			const own = store.feed.recall(workspace.id, committed.revision - 1);
			const told = await store.feed.read(workspace.id, committed.revision - 1);
			if (own === undefined) continue;
			recalled += 1;
			expect(own.revision).toBe(told.revision);
			expect(told.relinked).toEqual([]);
			expect(print(own)).toBe(print(told));
		}
	});
	expect(recalled).toBeGreaterThan(WORKSPACES);
});

test("[S25] keys come as the database gives them; links, kinds and what failed are read from the log", async () => {
	const store = new Store(db);
	const { id: workspaceId } = await store.workspaces.create("Own writes");
	const account = await store.workspaces.ensureAccount({ email: "ada@example.org", display_name: "Ada" });
	await store.workspaces.setMember(workspaceId, account.id, "owner");
	const principal = { workspaceId, accountId: account.id };
	const { writer } = store.as(await store.access(principal));
	const props: JsonObject = {
		zebra: 1e21,
		b: { née: [1.5, { yy: null, x: -0 }], n: "é" },
		Aa: true,
		a: 1e-7,
	};
	const first = await writer.commit(
		[{ op: "create", entity: { kind: "note", title: "Weir", props } }],
		"test",
	);
	const own = store.feed.recall(workspaceId, first.revision - 1);
	expect(own && print(own)).toBe(print(await store.feed.read(workspaceId, first.revision - 1)));

	const linking = { kind: "note", title: "Sluice", body: "Above the [[Weir]]." };
	const second = await writer.commit([{ op: "create", entity: linking }], "test");
	expect(store.feed.recall(workspaceId, second.revision - 1)).toBeUndefined();

	const unknownKind = { op: "create", entity: { kind: "no-such-kind", title: "Lock" } } as const;
	await expect(writer.commit([unknownKind], "test")).rejects.toThrow();
	expect(store.feed.recall(workspaceId, second.revision)).toBeUndefined();
	const elsewhere = new Store(db);
	expect(elsewhere.feed.recall(workspaceId, first.revision - 1)).toBeUndefined();
});
