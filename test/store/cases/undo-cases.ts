import { expect, test } from "vitest";
import { newId } from "../../../src/graph/model/ids.ts";
import type { Operation } from "../../../src/graph/model/operation.ts";
import { hashState } from "../../support/hash-state.ts";
import type { Workbench } from "../../support/workbench.ts";

interface Part {
	readonly name: string;
	readonly id: string;
}

export function describeUndo(bench: () => Workbench): void {
	const hash = () => hashState(bench().db, bench().workspaceId);
	const undo = async (changeId: string | null) => (await bench().writer("ada")).undo(changeId ?? "", "test");

	/** Does it, takes it back, does it again by undoing the undo, and takes that back: each time to the same state. */
	async function expectRoundTrip(...operations: readonly Operation[]): Promise<void> {
		const before = await hash();
		const done = await bench().commit("ada", ...operations);
		const after = await hash();
		expect(after).not.toBe(before);
		const undone = await undo(done.change_id);
		expect(await hash()).toBe(before);
		expect(undone.revision).toBe(done.revision + 1);
		const redone = await undo(undone.change_id);
		expect(await hash()).toBe(after);
		await undo(redone.change_id);
		expect(await hash()).toBe(before);
	}

	test("[C5] an undo takes back a creation, an edit, a rename, a deletion and a restoration", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A", props: { tags: ["x"] } });
		const trashed = await bench().create("ada", { kind: "note", title: "Trashed" });
		await bench().commit("ada", { op: "delete", id: trashed.id });
		await expectRoundTrip({ op: "create", entity: { kind: "note", title: "B" } });
		const version = async () => (await (await bench().as("ada")).reader.rows.get(note.id)).version;
		const patch = { title: "Z", body: "b", props: { tags: null, n: 1 }, archived: true };
		await expectRoundTrip({ op: "update", id: note.id, version: await version(), patch });
		await expectRoundTrip({
			op: "update",
			id: note.id,
			version: await version(),
			patch: { visibility: "private" },
		});
		await expectRoundTrip({ op: "delete", id: note.id });
		await expectRoundTrip({ op: "restore", id: trashed.id });
	});

	test("[C5] an undo takes back links, unlinks and new words on a link", async () => {
		const a = await bench().create("ada", { kind: "note", title: "A" });
		const b = await bench().create("ada", { kind: "note", title: "B" });
		const edge = { src_id: a.id, rel: "relates_to", dst_id: b.id };
		await expectRoundTrip({ op: "link", edge });
		const linked = await bench().commit("ada", { op: "link", edge });
		await expectRoundTrip({ op: "link", edge: { ...edge, text: "words" } });
		await expectRoundTrip({ op: "unlink", id: linked.edges[0]?.id ?? "" });
	});

	test("[C13] the part of a change about one entity is taken back alone, and can come back", async () => {
		const [a, b, c] = ["a", "b", "c"].map((name) => ({ name, id: newId() })) as [Part, Part, Part];
		const rows = (id: string) =>
			bench()
				.as("ada")
				.then(({ reader }) => reader.rows.get(id));
		const isThere = (id: string) =>
			rows(id).then(
				({ deleted_at }) => deleted_at === null,
				() => false,
			);
		const imported = await bench().commit(
			"ada",
			...[a, b, c].map(
				({ name, id }): Operation => ({ op: "create", entity: { id, kind: "note", title: name } }),
			),
			{ op: "link", edge: { src_id: a.id, rel: "relates_to", dst_id: b.id } },
			{ op: "link", edge: { src_id: c.id, rel: "relates_to", dst_id: a.id } },
		);
		const after = await hash();
		const writer = await bench().writer("ada");
		const undoPart = (changeId: string | null, entityId: string) =>
			writer.undo(changeId ?? "", "test", { entityId });
		const gone = await undoPart(imported.change_id, a.id);
		expect(await Promise.all([a, b, c].map(({ id }) => isThere(id)))).toEqual([false, true, true]);
		await undo(gone.change_id);
		expect(await hash()).toBe(after);

		const [first, second] = [await rows(a.id), await rows(b.id)];
		const edited = await bench().commit(
			"ada",
			{ op: "update", id: a.id, version: first.version, patch: { title: "A" } },
			{ op: "update", id: b.id, version: second.version, patch: { title: "B" } },
			{ op: "link", edge: { src_id: b.id, rel: "references", dst_id: c.id } },
		);
		await undoPart(edited.change_id, b.id);
		expect([(await rows(a.id)).title, (await rows(b.id)).title]).toEqual(["A", "b"]);
		expect((await bench().as("ada")).reader.graph.linksOf(c.id).map(({ edge }) => edge.rel)).toEqual([
			"relates_to",
		]);
		await expect(undoPart(edited.change_id, b.id)).rejects.toMatchObject({ code: "overtaken" });
		await expect(undoPart(edited.change_id, c.id)).rejects.toMatchObject({ code: "overtaken" });
		await expect(undoPart(edited.change_id, newId())).rejects.toMatchObject({ code: "not_found" });
	});

	test("[C13] what else a change touched is no reason to refuse a part of it, and shows in no refusal", async () => {
		const own = await bench().create("ben", { kind: "note", title: "Ben's" });
		const hidden = await bench().create("ada", { kind: "note", title: "Hidden", visibility: "private" });
		const change = await bench().commit(
			"ada",
			{ op: "update", id: own.id, version: own.version, patch: { title: "Ada was here" } },
			{ op: "update", id: hidden.id, version: hidden.version, patch: { title: "And here" } },
			{ op: "link", edge: { src_id: own.id, rel: "relates_to", dst_id: hidden.id } },
		);
		const ben = await bench().writer("ben");
		const undoPart = (entityId: string) => ben.undo(change.change_id ?? "", "test", { entityId });
		const { entities, edges } = await undoPart(own.id);
		expect(entities.map(({ title }) => title)).toEqual(["Ben's"]);
		expect(edges).toEqual([]);
		await expect(undoPart(hidden.id)).rejects.toMatchObject({ code: "not_found" });
		expect((await (await bench().as("ada")).reader.rows.get(hidden.id)).title).toBe("And here");
	});

	test("[C5] an undo takes back a project with all that came with it, and its deletion", async () => {
		const id = "018f3b6e-0000-7000-8000-000000000002";
		const task = "018f3b6e-0000-7000-8000-000000000003";
		const operations: readonly Operation[] = [
			{ op: "create", entity: { id, kind: "project", title: "P" } },
			{ op: "create", entity: { id: task, kind: "task", title: "T", project_id: id } },
			{ op: "link", edge: { src_id: id, rel: "has_task", dst_id: task } },
		];
		await expectRoundTrip(...operations);
		const other = await bench().project("Q");
		const inside = await bench().create("ada", { kind: "task", title: "T", project_id: other });
		await expectRoundTrip({ op: "delete", id: inside.id }, { op: "delete", id: other });
	});

	test("[C5] an undo brings derived edges back with the text", async () => {
		await bench().create("ada", { kind: "note", title: "Arch" });
		const source = await bench().create("ada", { kind: "note", title: "Source", body: "[[Arch]]" });
		const edited = await bench().commit("ada", {
			op: "update",
			id: source.id,
			version: 1,
			patch: { body: "" },
		});
		expect(await bench().edgesOf("ada", source.id)).toEqual([]);
		await undo(edited.change_id);
		expect(await bench().edgesOf("ada", source.id)).toEqual(["mentions>Arch (link)"]);
	});

	test("[C5] an undone rename can be linked by the old title alone", async () => {
		const arch = await bench().create("ada", { kind: "note", title: "Arch" });
		const renamed = await bench().commit("ada", {
			op: "update",
			id: arch.id,
			version: 1,
			patch: { title: "Vault" },
		});
		await undo(renamed.change_id);
		const { graph } = (await bench().as("ada")).reader;
		expect([graph.find("Arch")?.id, graph.find("Vault")?.id]).toEqual([arch.id, undefined]);
		const late = await bench().create("ada", { kind: "note", title: "Late", body: "[[Arch]] [[Vault]]" });
		expect(await bench().edgesOf("ada", late.id)).toEqual(["mentions>Arch (link)"]);
	});

	test("[C5] changes to one row can be undone one after the other, and done again", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A" });
		const hashes = [await hash()];
		const changes: (string | null)[] = [];
		for (const [index, title] of ["B", "C", "D"].entries()) {
			changes.push(
				(await bench().commit("ada", { op: "update", id: note.id, version: index + 1, patch: { title } }))
					.change_id,
			);
			hashes.push(await hash());
		}
		const undone: (string | null)[] = [];
		for (const index of [2, 1, 0]) {
			undone.push((await undo(changes[index] ?? null)).change_id);
			expect(await hash()).toBe(hashes[index]);
		}
		for (const [index, change] of undone.reverse().entries()) {
			await undo(change);
			expect(await hash()).toBe(hashes[index + 1]);
		}
		expect((await (await bench().as("ada")).reader.rows.get(note.id)).version).toBe(10);
	});

	test("[C6] an undo is refused, and names the rows, when one of them has moved on", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A" });
		const renamed = await bench().commit("ada", {
			op: "update",
			id: note.id,
			version: 1,
			patch: { title: "B" },
		});
		await bench().commit("ada", { op: "update", id: note.id, version: 2, patch: { body: "b" } });
		const before = await hash();
		await expect(undo(renamed.change_id)).rejects.toMatchObject({
			code: "overtaken",
			details: { rows: [note.id] },
		});
		expect(await hash()).toBe(before);
	});

	test("[C6] an undo is refused when a link has been reworded, drawn again or taken back already", async () => {
		const a = await bench().create("ada", { kind: "note", title: "A" });
		const b = await bench().create("ada", { kind: "note", title: "B" });
		const edge = { src_id: a.id, rel: "relates_to", dst_id: b.id };
		const linked = await bench().commit("ada", { op: "link", edge });
		await bench().commit("ada", { op: "link", edge: { ...edge, text: "words" } });
		await expect(undo(linked.change_id)).rejects.toMatchObject({ code: "overtaken" });
		const unlinked = await bench().commit("ada", { op: "unlink", id: linked.edges[0]?.id ?? "" });
		await bench().commit("ada", { op: "link", edge });
		await expect(undo(unlinked.change_id)).rejects.toMatchObject({ code: "overtaken" });
		const made = await bench().commit("ada", { op: "create", entity: { kind: "note", title: "C" } });
		await undo(made.change_id);
		await expect(undo(made.change_id)).rejects.toMatchObject({ code: "overtaken" });
	});

	test("[C6] an undo does not close a tree into a circle", async () => {
		const project_id = await bench().project();
		const a = await bench().create("ada", { kind: "task", title: "A", project_id });
		const b = await bench().create("ada", { kind: "task", title: "B", project_id });
		const down = { src_id: a.id, rel: "has_task", dst_id: b.id };
		const up = { src_id: b.id, rel: "has_task", dst_id: a.id };
		const linked = await bench().commit("ada", { op: "link", edge: down });
		const id = linked.edges[0]?.id ?? "";
		const unlinked = await bench().commit("ada", { op: "unlink", id });
		const turned = await bench().commit("ada", { op: "link", edge: up });
		await expect(undo(unlinked.change_id)).rejects.toMatchObject({
			code: "overtaken",
			details: { rows: [id] },
		});
		await undo(turned.change_id);
		await undo(unlinked.change_id);
		await expectRoundTrip({ op: "unlink", id }, { op: "link", edge: up });
	});

	test("[C6] only who may write every row can undo; who may read none is told that there is no such change", async () => {
		const project_id = await bench().project("P", { visibility: "private", viewers: ["cy"] });
		const made = await bench().commit("ada", {
			op: "create",
			entity: { kind: "task", title: "T", project_id },
		});
		const by = async (person: "ben" | "cy") =>
			(await bench().writer(person)).undo(made.change_id ?? "", "test");
		await expect(by("cy")).rejects.toMatchObject({ code: "forbidden" });
		await expect(by("ben")).rejects.toMatchObject({ code: "not_found" });
		for (const id of ["", "nonsense", bench().workspaceId]) {
			await expect(undo(id)).rejects.toMatchObject({ code: "not_found" });
		}
	});

	test("[R9] an undo does not change for somebody else who may read", async () => {
		const note = await bench().create("ada", { kind: "note", title: "A", visibility: "private" });
		const opened = await bench().commit("ada", {
			op: "update",
			id: note.id,
			version: 1,
			patch: { visibility: "inherit" },
		});
		const byBen = (await bench().writer("ben")).undo(opened.change_id ?? "", "test");
		await expect(byBen).rejects.toMatchObject({ code: "forbidden" });
	});

	test("[G14] an undo takes back a kind and its new definition, unless something is of that kind", async () => {
		const definition = { kind: "Team", label: "Team", fields: [] };
		await expectRoundTrip({ op: "define_kind", definition });
		const defined = await bench().commit("ada", { op: "define_kind", definition });
		await expectRoundTrip({ op: "define_kind", definition: { ...definition, label: "Crew" } });
		const made = await bench().commit("ada", { op: "create", entity: { kind: "Team", title: "Red" } });
		await expect(undo(defined.change_id)).rejects.toMatchObject({ code: "kind_in_use" });
		const other = await bench().commit("ada", {
			op: "define_kind",
			definition: { ...definition, kind: "Crew" },
		});
		const crew = await bench().commit("ada", { op: "create", entity: { kind: "Crew", title: "Blue" } });
		await expect(undo(other.change_id)).rejects.toMatchObject({ code: "kind_in_use" });
		const trashed = await undo(crew.change_id);
		await undo(other.change_id);
		await expect(undo(trashed.change_id)).rejects.toMatchObject({ code: "kind_in_use" });
		expect(made.entities).toHaveLength(1);
	});
}
