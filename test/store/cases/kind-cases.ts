import { describe, expect, test } from "vitest";
import type { Field } from "../../../src/graph/model/field.ts";
import { MOST_OWN_KINDS } from "../../../src/graph/store/write/plan-kind.ts";
import { hashState } from "../../support/hash-state.ts";
import type { Workbench } from "../../support/workbench.ts";

export function describeKinds(bench: () => Workbench): void {
	const define = async (fields: readonly Field[], person: "ada" | "gil" = "ada") =>
		(await bench().writer(person)).defineKind({ kind: "Boat", label: "Boat", fields }, "test");

	test("[K1] a kind defined by a user takes entities at once and is seen by every reader", async () => {
		await define([{ name: "length", type: "number", min: 0, max: 100 }]);
		await bench().create("ada", { kind: "Boat", title: "Ida", props: { length: 9 } });
		const wrong = bench().create("ada", { kind: "Boat", title: "Eva", props: { length: "long" } });
		await expect(wrong).rejects.toMatchObject({ code: "invalid_field" });
		const { reader } = await bench().as("ben");
		expect(reader.graph.kinds.get("Boat").fields).toHaveLength(1);
	});

	test("[K1] [P23] what questions are searched for has a bound: other names of a kind, and kinds", async () => {
		const writer = await bench().writer("ada");
		const boat = { kind: "Boat", label: "Boat", fields: [] };
		const twenty = Array.from({ length: 20 }, (_, index) => `vessel ${index}`);
		for (const also_called of [[" "], ["\u200b"], ["?!"], ["a".repeat(61)], [...twenty, "ship"]]) {
			const defined = writer.defineKind({ ...boat, also_called }, "test");
			await expect(defined).rejects.toMatchObject({ code: "invalid_name" });
		}
		await writer.defineKind({ ...boat, also_called: [...twenty.slice(1), "ж".repeat(60)] }, "test");
		const others = Array.from({ length: MOST_OWN_KINDS - 1 }, (_, index) => ({
			op: "define_kind" as const,
			definition: { kind: `K${index}`, label: "K", fields: [] },
		}));
		await writer.commit(others, "test");
		const one = { kind: "OneMore", label: "One more", fields: [] };
		await expect(writer.defineKind(one, "test")).rejects.toMatchObject({ code: "too_many_kinds" });
		await writer.removeKind("K7", "test");
		await writer.defineKind(one, "test");
		await writer.defineKind({ ...one, label: "Another" }, "test");
	});

	test("[K2] a field that changes its type converts what it can and tells what it cannot", async () => {
		await define([{ name: "length", type: "text" }]);
		const short = await bench().create("ada", { kind: "Boat", title: "Ida", props: { length: "9.5" } });
		const odd = await bench().create("ada", { kind: "Boat", title: "Eva", props: { length: "long" } });
		const { change_id: change, unconverted } = await define([
			{ name: "length", type: "number", min: 0, max: 100 },
		]);
		expect(unconverted).toEqual([
			{ entity_id: odd.id, title: "Eva", field: "length", value: "long", kept_as: "length_before" },
		]);
		const { rows } = (await bench().as("ada")).reader;
		expect((await rows.get(short.id)).props).toEqual({ length: 9.5 });
		expect((await rows.get(odd.id)).props).toEqual({ length_before: "long" });
		await (await bench().writer("ada")).undo(change ?? "", "test");
		const restored = (await bench().as("ada")).reader;
		expect((await restored.rows.get(odd.id)).props).toEqual({ length: "long" });
		expect(restored.graph.kinds.get("Boat").fields[0]?.type).toBe("text");
	});

	test("[K2] what the one who changes a kind may not read follows, too, and is not told", async () => {
		await define([{ name: "length", type: "text" }]);
		const secret = await bench().create("ben", {
			kind: "Boat",
			title: "Secret",
			props: { length: "long" },
			visibility: "private",
		});
		const { unconverted } = await define([{ name: "length", type: "number", min: 0, max: 100 }]);
		expect(unconverted).toEqual([]);
		const { rows } = (await bench().as("ben")).reader;
		expect((await rows.get(secret.id)).props).toEqual({ length_before: "long" });
	});

	describe("[K4] changing a kind back", () => {
		const text: Field = { name: "length", type: "text" };
		const number: Field = { name: "length", type: "number", min: 0, max: 100 };
		const readProps = async (person: "ada" | "ben", id: string) =>
			(await (await bench().as(person)).reader.rows.get(id)).props;

		/** A kind that Ada changes while Ben has a private boat of it, which she may not read. */
		async function changeOverHidden(): Promise<{ changeId: string; hidden: string }> {
			await define([text]);
			const { id: hidden } = await bench().create("ben", {
				kind: "Boat",
				title: "Secret",
				props: { length: "long" },
				visibility: "private",
			});
			const { change_id: changeId } = await define([number]);
			expect(await readProps("ben", hidden)).toEqual({ length_before: "long" });
			return { changeId: changeId ?? "", hidden };
		}

		test("[K4] restores also what the one who undoes may not read", async () => {
			const before = await hashState(bench().db, bench().workspaceId);
			const { changeId, hidden } = await changeOverHidden();
			const after = await hashState(bench().db, bench().workspaceId);
			const undone = await (await bench().writer("ada")).undo(changeId, "test");
			expect(await readProps("ben", hidden)).toEqual({ length: "long" });
			expect(undone.entities.map(({ id }) => id)).not.toContain(hidden);
			await (await bench().writer("ada")).undo(undone.change_id ?? "", "test");
			expect(await hashState(bench().db, bench().workspaceId)).toBe(after);
			expect(after).not.toBe(before);
		});

		test("[K4] is not refused for what moved on out of sight: that follows as it is now", async () => {
			const { changeId, hidden } = await changeOverHidden();
			const patch = { title: "Renamed", props: { length: 7 } };
			await bench().commit("ben", { op: "update", id: hidden, version: 2, patch });
			const undone = await (await bench().writer("ada")).undo(changeId, "test");
			expect(undone.unconverted).toEqual([]);
			expect(await readProps("ben", hidden)).toEqual({ length: "7", length_before: "long" });
		});

		test("[K4] is refused for what moved on in sight, and names it", async () => {
			await define([text]);
			const { id } = await bench().create("ada", { kind: "Boat", title: "Ida", props: { length: "9" } });
			const { change_id: changeId } = await define([number]);
			await bench().commit("ada", { op: "update", id, version: 2, patch: { props: { length: 8 } } });
			const undo = (await bench().writer("ada")).undo(changeId ?? "", "test");
			await expect(undo).rejects.toMatchObject({ code: "overtaken", details: { rows: [id] } });
		});

		test("[K4] takes along what was made since, and tells what cannot follow", async () => {
			await define([{ name: "length", type: "number", min: 0, max: 10 }]);
			const { change_id: changeId } = await define([number]);
			const { id } = await bench().create("ada", { kind: "Boat", title: "Eva", props: { length: 50 } });
			const { unconverted } = await (await bench().writer("ada")).undo(changeId ?? "", "test");
			expect(unconverted).toMatchObject([{ entity_id: id, kept_as: "length_before" }]);
			expect(await readProps("ada", id)).toEqual({ length_before: 50 });
		});

		test("[K4] does not take back what somebody wrote into the same change", async () => {
			await define([text]);
			const workspaceId = bench().workspaceId;
			await bench().graph.store.workspaces.setMember(workspaceId, bench().people.cy, "admin");
			const boat = await bench().create("ada", { kind: "Boat", title: "Ida", visibility: "private" });
			const definition = { kind: "Boat", label: "Boat", fields: [number] };
			const { change_id: changeId } = await bench().commit(
				"ada",
				{ op: "define_kind", definition },
				{ op: "update", id: boat.id, version: 1, patch: { title: "Mine" } },
			);
			const undo = (await bench().writer("cy")).undo(changeId ?? "", "test");
			await expect(undo).rejects.toMatchObject({ code: "forbidden" });
		});
	});

	test("[K4] a member defines new kinds; only an owner or admin changes, removes or changes back one that is there", async () => {
		const ben = await bench().writer("ben");
		const definition = { kind: "Ferry", label: "Ferry", fields: [] };
		const made = await ben.defineKind(definition, "test");
		await expect(ben.defineKind({ ...definition, label: "F" }, "test")).rejects.toMatchObject({
			code: "forbidden",
		});
		await expect(ben.removeKind("Ferry", "test")).rejects.toMatchObject({ code: "forbidden" });
		const changed = await (await bench().writer("ada")).defineKind({ ...definition, label: "F" }, "test");
		await expect(ben.undo(changed.change_id ?? "", "test")).rejects.toMatchObject({ code: "forbidden" });
		await (await bench().writer("ada")).undo(changed.change_id ?? "", "test");
		await ben.undo(made.change_id ?? "", "test");
		expect((await bench().as("ada")).reader.graph.kinds.find("Ferry")).toBeUndefined();
	});

	test("[K5] a select field called state is the state, whichever name it is given by", async () => {
		const state: Field = { name: "state", type: "select", options: ["afloat", "ashore"] };
		await define([state]);
		const ida = await bench().create("ada", { kind: "Boat", title: "Ida", props: { state: "afloat", a: 1 } });
		expect(ida).toMatchObject({ state_key: "afloat", props: { a: 1 } });
		const patch = { props: { state: "ashore" } };
		const { entities } = await bench().commit("ada", { op: "update", id: ida.id, version: 1, patch });
		expect(entities[0]).toMatchObject({ state_key: "ashore", props: { a: 1 } });
		expect(entities[0]?.props).not.toHaveProperty("state");
		const twice = { kind: "Boat", title: "Eva", state_key: "ashore", props: { state: "afloat" } };
		await expect(bench().create("ada", twice)).rejects.toMatchObject({ code: "invalid_field" });
		const sunk = { kind: "Boat", title: "Eva", props: { state: "sunk" } };
		await expect(bench().create("ada", sunk)).rejects.toMatchObject({ code: "invalid_field" });
		const emptied = { props: { state: null } };
		await bench().commit("ada", { op: "update", id: ida.id, version: 2, patch: emptied });
		expect((await (await bench().as("ada")).reader.rows.get(ida.id)).state_key).toBeNull();
	});

	test("[K5] a text field that becomes the state moves its values there, and back", async () => {
		await define([{ name: "state", type: "text" }]);
		const ida = await bench().create("ada", { kind: "Boat", title: "Ida", props: { state: "afloat" } });
		const eva = await bench().create("ada", { kind: "Boat", title: "Eva", props: { state: "sunk" } });
		await define([{ name: "state", type: "select", options: ["afloat"] }]);
		const read = async (id: string) => (await bench().as("ada")).reader.rows.get(id);
		expect(await read(ida.id)).toMatchObject({ state_key: "afloat", props: {} });
		expect(await read(eva.id)).toMatchObject({ state_key: null, props: { state_before: "sunk" } });
		await define([{ name: "state", type: "text" }]);
		expect(await read(ida.id)).toMatchObject({ state_key: null, props: { state: "afloat" } });
	});

	test("[K3] a kind is removed when nothing is of it any more", async () => {
		await define([]);
		const { id } = await bench().create("ada", { kind: "Boat", title: "Ida" });
		const writer = await bench().writer("ada");
		await expect(writer.removeKind("Boat", "test")).rejects.toMatchObject({ code: "kind_in_use" });
		await expect(writer.removeKind("task", "test")).rejects.toMatchObject({ code: "not_found" });
		expect(id).not.toBe("");
		await writer.defineKind({ kind: "Ferry", label: "Ferry", fields: [] }, "test");
		await writer.removeKind("Ferry", "test");
		expect((await bench().as("ada")).reader.graph.kinds.find("Ferry")).toBeUndefined();
	});

	test("[K3] [R12] what its remover may not know of is no reason to refuse: it becomes a note, and is back with an undo", async () => {
		await bench().graph.store.workspaces.setMember(bench().workspaceId, bench().people.ben, "admin");
		await define([
			{ name: "tags", type: "number" },
			{ name: "sister", type: "entity_ref", kind: "note" },
			{ name: "state", type: "select", options: ["afloat", "sunk"] },
		]);
		const other = await bench().create("ada", { kind: "note", title: "Other", visibility: "private" });
		const secret = await bench().create("ada", {
			...{ kind: "Boat", title: "Ida", visibility: "private" },
			props: { tags: 3, sister: other.id, state: "sunk" },
		});
		const writer = await bench().writer("ben");
		const removed = await writer.removeKind("Boat", "test");
		expect(removed.entities).toEqual([]);
		const { reader } = await bench().as("ada");
		expect(await reader.rows.get(secret.id)).toMatchObject({
			...{ kind: "note", title: "Ida", state_key: null },
			props: { sister: other.id, state: "sunk" },
		});
		expect(await bench().edgesOf("ada", secret.id)).toEqual([]);
		await bench().commit("ada", {
			op: "update",
			id: secret.id,
			version: 2,
			patch: { props: { tags: ["x"] } },
		});
		const undone = await writer.undo(removed.change_id ?? "", "test");
		expect(undone.entities).toEqual([]);
		expect((await bench().as("ben")).reader.graph.kinds.find("Boat")).toBeDefined();

		const again = await bench().create("ada", { kind: "Boat", title: "Eva", visibility: "private" });
		const second = await writer.removeKind("Boat", "test");
		await writer.undo(second.change_id ?? "", "test");
		expect((await bench().as("ada")).reader.graph.node(again.id)?.kind).toBe("Boat");
	});

	test("[G14] [R12] nor is it one for the undo of a definition", async () => {
		await bench().graph.store.workspaces.setMember(bench().workspaceId, bench().people.ben, "admin");
		const writer = await bench().writer("ben");
		const defined = await writer.defineKind({ kind: "Ferry", label: "Ferry", fields: [] }, "test");
		const secret = await bench().create("ada", { kind: "Ferry", title: "Ida", visibility: "private" });
		await writer.undo(defined.change_id ?? "", "test");
		expect((await bench().as("ada")).reader.graph.node(secret.id)?.kind).toBe("note");
	});

	test("[K1] a member gives no kind a word for one that ships; those who run the workspace may", async () => {
		const errand = { kind: "Errand", label: "Errand", fields: [] };
		const attempts = [
			{ ...errand, kind: "Tasks" },
			{ ...errand, kind: "todo" },
			{ ...errand, label: "Task" },
			{ ...errand, plural: "tasks" },
			{ ...errand, plural: " Tasks " },
			{ ...errand, also_called: ["errands", "TO-DOS"] },
		];
		const ben = await bench().writer("ben");
		for (const definition of attempts)
			await expect(ben.defineKind(definition, "test")).rejects.toMatchObject({ code: "kind_taken" });
		await ben.defineKind({ ...errand, also_called: ["trip"] }, "test");
		const ada = await bench().writer("ada");
		await ada.defineKind({ ...errand, also_called: ["to-dos"] }, "test");
	});

	test("[K1] a guest defines no kinds, and no kind takes the name of one that ships", async () => {
		await expect(define([], "gil")).rejects.toMatchObject({ code: "forbidden" });
		const writer = await bench().writer("ada");
		const taken = writer.defineKind({ kind: "Task", label: "Task", fields: [] }, "test");
		await expect(taken).rejects.toMatchObject({ code: "kind_taken" });
	});
}
