import { expect, test } from "vitest";
import type { Entity } from "../../../src/graph/model/entity.ts";
import type { TrashFilter } from "../../../src/graph/store/trash.ts";
import type { Person, Workbench } from "../../support/workbench.ts";

/** What is in the trash, to whom, and how the log is narrowed to a person, a kind and a project. */
export function describeTrash(bench: () => Workbench): void {
	const listTrash = async (person: Person, filter: Partial<TrashFilter> = {}) =>
		(await bench().as(person)).trash.list({ limit: 50, ...filter });
	const titlesOf = async (person: Person, filter: Partial<TrashFilter> = {}) =>
		(await listTrash(person, filter)).entities.map(({ title }) => title);
	const make = (title: string, more: Partial<Entity> = {}) =>
		bench().create("ada", { kind: "note", title, ...more });
	const remove = (person: Person, { id }: Pick<Entity, "id">) => bench().commit(person, { op: "delete", id });

	test("[C14] lists what was thrown away, last first, with who did it and how many relations come back", async () => {
		const [roof, felt, gone] = [await make("Roof"), await make("Felt"), await make("Gone too")];
		const link = (dst: Entity) =>
			bench().commit("ada", { op: "link", edge: { src_id: roof.id, rel: "relates_to", dst_id: dst.id } });
		await link(felt);
		await link(gone);
		await remove("ada", gone);
		await remove("ben", roof);
		const { entities, total } = await listTrash("ada");
		expect(entities.map(({ title }) => title)).toEqual(["Roof", "Gone too"]);
		expect(total).toBe(2);
		expect(entities[0]).toMatchObject({
			...{ kind: "note", link_count: 1, content_count: 0 },
			deleted_by: { id: bench().people.ben, name: "ben" },
		});
		await bench().commit("ada", { op: "restore", id: roof.id });
		expect(await titlesOf("ada")).toEqual(["Gone too"]);
		expect(await bench().edgesOf("ada", roof.id)).toHaveLength(1);
		await remove("ada", roof);
		expect((await listTrash("ada")).entities[0]?.deleted_by?.name).toBe("ada");
	});

	test("[C14] is found by title, kind, project and id, in pages that hold each once", async () => {
		const project_id = await bench().project("Shed");
		for (const title of ["Nails 100%", "Nails", "Paint"])
			await remove("ada", await bench().create("ada", { kind: "task", title, project_id }));
		const note = await make("Nails of old");
		await remove("ada", note);
		expect(await titlesOf("ada", { q: "nails" })).toHaveLength(3);
		expect(await titlesOf("ada", { q: "0%" })).toEqual(["Nails 100%"]);
		expect(await titlesOf("ada", { kind: "note" })).toEqual(["Nails of old"]);
		expect(await titlesOf("ada", { projectId: project_id, q: "nails" })).toHaveLength(2);
		expect(await titlesOf("ada", { entityId: note.id })).toEqual(["Nails of old"]);
		expect(await titlesOf("ada", { entityId: "no id" })).toEqual([]);
		const found: string[] = [];
		let cursor: string | null = null;
		do {
			const page = await listTrash("ada", { limit: 1, ...(cursor !== null && { cursor }) });
			found.push(...page.entities.map(({ title }) => title));
			expect(page.total).toBe(4);
			cursor = page.next_cursor;
		} while (cursor !== null);
		expect(found).toEqual(["Nails of old", "Paint", "Nails", "Nails 100%"]);
		await expect(listTrash("ada", { cursor: "x" })).rejects.toMatchObject({ code: "invalid_input" });
	});

	test("[C14] [R8] a project in the trash is one row, with all that it holds", async () => {
		const project_id = await bench().project("Shed", { editors: ["ben"], viewers: ["cy"] });
		const place = { kind: "task", project_id };
		const task = await bench().create("ada", { ...place, title: "Nails" });
		await bench().create("ada", { ...place, title: "Private", visibility: "private" });
		await remove("ada", await bench().create("ada", { ...place, title: "Gone before" }));
		await bench().commit("ada", { op: "delete", id: project_id });
		expect(await listTrash("ada")).toMatchObject({
			...{ total: 1, entities: [{ title: "Shed", content_count: 2, project_id }] },
		});
		expect((await listTrash("ben")).entities).toMatchObject([{ title: "Shed", content_count: 1 }]);
		expect(await titlesOf("cy")).toEqual([]);
		expect(await titlesOf("ada", { entityId: task.id })).toEqual([]);
		await bench().commit("ben", { op: "restore", id: project_id });
		expect(await titlesOf("ada")).toEqual(["Gone before"]);
	});

	test("[C14] [R12] holds nothing for those who may not restore it, and its counts say nothing of what they may not read", async () => {
		const project_id = await bench().project("Closed", {
			visibility: "private",
			editors: ["ben"],
			viewers: ["cy"],
		});
		const task = await bench().create("ada", { kind: "task", title: "Nails", project_id });
		const hidden = await make("Hidden", { visibility: "private" });
		await bench().commit("ada", {
			...{ op: "link", edge: { src_id: hidden.id, rel: "relates_to", dst_id: task.id } },
		});
		await remove("ada", task);
		expect((await listTrash("ada")).entities[0]?.link_count).toBe(1);
		expect((await listTrash("ben")).entities[0]?.link_count).toBe(0);
		for (const person of ["cy", "gil"] as const) {
			expect(await listTrash(person)).toEqual({ entities: [], total: 0, next_cursor: null });
			expect(await titlesOf(person, { entityId: task.id })).toEqual([]);
		}
		const readOnly = await bench().as("ada", { mode: "read", projectIds: null });
		expect((await readOnly.trash.list({ limit: 5 })).total).toBe(0);
		const bound = await bench().as("ada", { mode: "write", projectIds: [await bench().project("Other")] });
		expect((await bound.trash.list({ limit: 5 })).total).toBe(0);
	});

	test("[C14] what is shared for writing can be taken out by those it is shared with, and by nobody else", async () => {
		const note = await make("Draft", { visibility: "restricted" });
		const { shares } = await bench().as("ada");
		await shares.replace(note.id, [
			{ grantee_id: bench().people.ben, level: "write" },
			{ grantee_id: bench().people.cy, level: "read" },
		]);
		await remove("ada", note);
		expect((await listTrash("ben")).entities).toMatchObject([
			{ title: "Draft", deleted_by: { name: "ada" } },
		]);
		expect(await titlesOf("cy")).toEqual([]);
		await bench().commit("ben", { op: "restore", id: note.id });
		expect(await titlesOf("ada")).toEqual([]);
	});

	test("[C15] the log is narrowed to a person, a kind and a project, and counts what a change did", async () => {
		const project_id = await bench().project("Shed");
		await bench().create("ben", { kind: "note", title: "By Ben" });
		await bench().commit(
			"ada",
			...Array.from({ length: 60 }, (_, index) => ({
				...{ op: "create" as const, entity: { kind: "note", title: `Note ${index}` } },
			})),
			{ op: "create", entity: { kind: "task", title: "Nails", project_id } },
		);
		const { log } = await bench().as("cy");
		const find = async (filter: object) =>
			(await log.page({ limit: 50, withImages: false, ...filter })).changes;
		const byBen = await find({ actorId: bench().people.ben });
		expect(byBen.map(({ rows }) => rows[0]?.title)).toEqual(["By Ben"]);
		const [ofProject] = await find({ projectId: project_id });
		expect(ofProject).toMatchObject({ row_count: 61, rows: expect.objectContaining({ length: 50 }) });
		expect(ofProject?.rows[0]?.title).toBe("Nails");
		expect(ofProject?.counts).toEqual([
			{ table: "entity", kind: "note", verb: "created", count: 60 },
			{ table: "entity", kind: "task", verb: "created", count: 1 },
		]);
		expect(await find({ kind: "task" })).toEqual([ofProject]);
		expect(await find({ kind: "task", actorId: bench().people.ben })).toEqual([]);
		expect(await find({ projectId: crypto.randomUUID() })).toEqual([]);
	});

	test("[C15] [R12] no filter finds what the reader may not know, nor where a thing was before it was opened", async () => {
		const project_id = await bench().project("Closed", { visibility: "private" });
		const task = await bench().create("ada", { kind: "task", title: "Secret", project_id });
		const note = await make("Note", { visibility: "private" });
		const { log } = await bench().as("ben");
		for (const filter of [
			{ projectId: project_id },
			{ kind: "task" },
			{ kind: "note" },
			{ actorId: bench().people.ada, kind: "note" },
		])
			expect((await log.page({ limit: 50, withImages: true, ...filter })).changes).toEqual([]);
		await bench().commit("ada", {
			...{ op: "update", id: note.id, version: 1, patch: { visibility: "inherit" } },
		});
		const opened = (await log.page({ limit: 50, withImages: true, kind: "note" })).changes;
		expect(opened).toHaveLength(1);
		expect(opened[0]?.counts).toEqual([{ table: "entity", kind: "note", verb: "updated", count: 1 }]);
		expect(JSON.stringify(opened)).not.toContain(task.id);
	});
}
