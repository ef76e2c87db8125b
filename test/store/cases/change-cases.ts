import { expect, test } from "vitest";
import { ConflictError } from "../../../src/graph/model/errors.ts";
import { takeFingerprint } from "../../support/fingerprint.ts";
import type { Workbench } from "../../support/workbench.ts";

export function describeChanges(bench: () => Workbench): void {
	test("[C1] a list of operations is one change of one revision", async () => {
		const before = await bench().revision();
		const committed = await bench().commit(
			"ada",
			{ op: "create", entity: { kind: "note", title: "A" } },
			{ op: "create", entity: { kind: "note", title: "B" } },
		);
		expect(committed.revision).toBe(before + 1);
		expect(committed.entities.map((entity) => entity.title)).toEqual(["A", "B"]);
		const rows = await bench().db.query(
			"SELECT c.via, c.actor_id, count(*) AS rows FROM change c JOIN change_row r USING (workspace_id, revision) WHERE c.id = $1 GROUP BY 1, 2",
			[committed.change_id],
		);
		expect(rows).toEqual([{ via: "test", actor_id: bench().people.ada, rows: 2 }]);
	});

	test("[C1] a list that fails at its end has written nothing", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A", body: "[[Later]]" });
		const before = await takeFingerprint(bench().db, bench().workspaceId);
		const failing = bench().commit(
			"ada",
			{ op: "update", id: note.id, version: 1, patch: { title: "B" } },
			{ op: "create", entity: { kind: "note", title: "Later" } },
			{ op: "create", entity: { kind: "project", title: "P" } },
			{ op: "update", id: note.id, version: 9, patch: { title: "C" } },
		);
		await expect(failing).rejects.toMatchObject({ code: "stale_version" });
		expect(await takeFingerprint(bench().db, bench().workspaceId)).toBe(before);
	});

	test("[C2] a stale version loses and is told the row as it is now", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A" });
		const current = await (await bench().writer("ben")).update({
			id: note.id,
			version: 1,
			patch: { title: "B" },
			via: "test",
		});
		const stale = (await bench().writer("ada")).update({
			id: note.id,
			version: 1,
			patch: { title: "C" },
			via: "test",
		});
		const error = await stale.then(
			() => undefined,
			(caught: unknown) => caught,
		);
		expect(error).toBeInstanceOf(ConflictError);
		expect(error).toMatchObject({ code: "stale_version", details: { current } });
	});

	test("[C2] of many who write the same version at once, one wins", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A" });
		const writer = await bench().writer("ada");
		const attempts = Array.from({ length: 8 }, (_, index) =>
			writer.update({ id: note.id, version: 1, patch: { title: `T${index}` }, via: "test" }),
		);
		const results = await Promise.allSettled(attempts);
		const codes = results.map((result) => (result.status === "fulfilled" ? "won" : result.reason.code));
		expect(codes.filter((code) => code === "won")).toHaveLength(1);
		expect(codes.filter((code) => code === "stale_version")).toHaveLength(7);
	});

	test("[C2] later operations of a list see what earlier ones did", async () => {
		const id = "018f3b6e-0000-7000-8000-000000000001";
		const { entities } = await bench().commit(
			"ada",
			{ op: "create", entity: { id, kind: "note", title: "A" } },
			{ op: "update", id, version: 1, patch: { title: "B" } },
		);
		expect(entities).toMatchObject([{ title: "B", aliases: ["A"], version: 1 }]);
	});

	test("[C3] what is deleted is gone for reading, keeps its edges in the trash and comes back whole", async () => {
		const a = await bench().create("ada", { kind: "note", title: "A", body: "[[B]]" });
		const b = await bench().create("ada", { kind: "note", title: "B" });
		await (await bench().writer("ada")).link({ src_id: b.id, rel: "relates_to", dst_id: a.id }, "test");
		const edges = await bench().edgesOf("ada", a.id);
		expect(edges).toEqual(["mentions>B (link)", "relates_to<B"]);
		await bench().commit("ada", { op: "delete", id: b.id, version: 1 });
		expect(await bench().edgesOf("ada", a.id)).toEqual([]);
		const { reader } = await bench().as("ada");
		await expect(reader.rows.get(b.id)).rejects.toMatchObject({ code: "not_found" });
		await expect(bench().commit("ada", { op: "delete", id: b.id })).rejects.toMatchObject({
			code: "not_found",
		});
		const { entities } = await bench().commit("ada", { op: "restore", id: b.id });
		expect(entities).toMatchObject([{ title: "B", deleted_at: null, version: 3 }]);
		expect(await bench().edgesOf("ada", a.id)).toEqual(edges);
		await expect(bench().commit("ada", { op: "restore", id: b.id })).rejects.toMatchObject({
			code: "not_found",
		});
	});

	test("[C3] deleting needs the current version when one is named", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A" });
		const stale = bench().commit("ada", { op: "delete", id: note.id, version: 7 });
		await expect(stale).rejects.toMatchObject({ code: "stale_version" });
	});

	test("[C4] what is archived stays readable and says since when", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A" });
		const writer = await bench().writer("ada");
		const archived = await writer.update({ id: note.id, version: 1, patch: { archived: true }, via: "test" });
		expect(archived.archived_at).toBe(archived.updated_at);
		const still = await writer.update({
			id: note.id,
			version: 2,
			patch: { archived: true, body: "x" },
			via: "test",
		});
		expect(still.archived_at).toBe(archived.archived_at);
		const kept = await writer.update({ id: note.id, version: 3, patch: { body: "y" }, via: "test" });
		expect(kept.archived_at).toBe(archived.archived_at);
		expect(
			(await writer.update({ id: note.id, version: 4, patch: { archived: false }, via: "test" })).archived_at,
		).toBeNull();
		expect((await bench().as("ben")).reader.graph.node(note.id)).toBeDefined();
	});

	test("[C7] the feed tells all that has moved since a revision, and only that", async () => {
		const { feed } = bench().graph.store;
		const start = await bench().revision();
		const a = await bench().create("ada", { kind: "note", title: "A", body: "[[B]]" });
		const middle = await bench().revision();
		const b = await bench().create("ada", { kind: "note", title: "B" });
		const linked = await (await bench().writer("ada")).link(
			{ src_id: a.id, rel: "relates_to", dst_id: b.id },
			"test",
		);
		const edge = linked.edges[0]?.id ?? "";
		const since = await feed.read(bench().workspaceId, middle);
		expect(since.entities.map((entity) => entity.id)).toEqual([b.id]);
		expect(since.entities[0]).toStrictEqual(b);
		expect(since.relinked).toEqual([a.id]);
		expect(since.edges.map(({ rel }) => rel).sort()).toEqual(["mentions", "relates_to"]);
		await bench().commit("ada", { op: "unlink", id: edge });
		const later = await feed.read(bench().workspaceId, linked.revision);
		expect(later).toMatchObject({
			revision: linked.revision + 1,
			entities: [],
			edges: [],
			removedEdges: [edge],
		});
		const whole = await feed.read(bench().workspaceId, null);
		expect(whole.entities.map((entity) => entity.id)).toEqual([a.id, b.id]);
		expect((await feed.read(bench().workspaceId, start)).entities).toEqual(whole.entities);
	});

	test("[C9] a write that changes nothing makes no change", async () => {
		const before = await takeFingerprint(bench().db, bench().workspaceId);
		expect(await bench().commit("ada")).toMatchObject({ change_id: null, entities: [], edges: [] });
		expect(await takeFingerprint(bench().db, bench().workspaceId)).toBe(before);
	});

	test("[C1] writers of one workspace wait for one another: every revision is one change", async () => {
		const writer = await bench().writer("ada");
		const before = await bench().revision();
		const made = await Promise.all(
			Array.from({ length: 12 }, (_, index) =>
				writer.commit([{ op: "create", entity: { kind: "note", title: `N${index}` } }], "test"),
			),
		);
		expect(made.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
			Array.from({ length: 12 }, (_, index) => before + 1 + index),
		);
	});
}
