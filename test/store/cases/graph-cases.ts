import { expect, test } from "vitest";
import { Graph } from "../../../src/graph/graph.ts";
import { isRef, newId } from "../../../src/graph/model/ids.ts";
import type { OwnKindDefinition } from "../../../src/graph/model/own-kind.ts";
import { searchEntities } from "../../../src/graph/search/search-entities.ts";
import { Store } from "../../../src/graph/store/store.ts";
import type { Workbench } from "../../support/workbench.ts";

const TEAM: OwnKindDefinition = {
	kind: "Team",
	label: "Team",
	fields: [{ name: "lead", type: "entity_ref", kind: "Person" }],
};
const PERSON: OwnKindDefinition = {
	kind: "Person",
	label: "Person",
	fields: [{ name: "email", type: "email" }],
};

export function describeGraph(bench: () => Workbench): void {
	test("[G1] an entity comes back as it was given, with what its kind adds", async () => {
		const project = await bench().project();
		const props = {
			priority: 2,
			due_at: "2026-03-31",
			note: { kept: ["as", "given", 1, null] },
			"ключ ☃": true,
		};
		const task = await bench().create("ada", {
			kind: "task",
			title: "  Cut the stone  ",
			project_id: project,
			body: "naïve 𝄞\r\n\ttext",
			props,
			aliases: ["Stone", " Stone ", "Cut the stone"],
		});
		const { reader } = await bench().as("ada");
		const stored = await reader.rows.get(task.id);
		expect(stored).toStrictEqual(task);
		expect(stored).toMatchObject({
			title: "Cut the stone",
			state_key: "todo",
			props,
			version: 1,
			aliases: ["Stone"],
		});
		expect(isRef(stored.ref)).toBe(true);
		expect(await reader.rows.get(stored.ref)).toStrictEqual(stored);
	});

	test("[G1] props merge key by key, and null takes a key away", async () => {
		const note = await bench().create("ada", {
			kind: "note",
			title: "N",
			props: { tags: ["a"], keep: 1, drop: 2 },
		});
		const updated = await (await bench().writer("ada")).update({
			id: note.id,
			version: 1,
			patch: { props: { drop: null, more: 3 } },
			via: "test",
		});
		expect(updated.props).toEqual({ tags: ["a"], keep: 1, more: 3 });
	});

	test.each([
		["unknown_kind", { kind: "gadget", title: "G" }],
		["unknown_state", { kind: "task", title: "T", state_key: "half-done" }],
		["invalid_field", { kind: "task", title: "T", props: { priority: 6 } }],
		["invalid_field", { kind: "task", title: "T", props: { due_at: "2026-02-30" } }],
		["invalid_type_key", { kind: "task", title: "T", type_key: "Task Execute" }],
		["title_missing", { kind: "task", title: " \t" }],
	])("[G1] %s: %o", async (code, entity) => {
		await expect(bench().create("ada", entity)).rejects.toMatchObject({ code });
	});

	test("[G2] a terminal state sets completed_at, the next terminal one keeps it, any other clears it", async () => {
		const project = await bench().project();
		const writer = await bench().writer("ada");
		const goal = await writer.create({ kind: "goal", title: "Open", project_id: project }, "test");
		expect(goal).toMatchObject({ state_key: "draft", completed_at: null });
		const achieved = await writer.update({
			id: goal.id,
			version: 1,
			patch: { state_key: "achieved" },
			via: "test",
		});
		expect(achieved.completed_at).toBe(achieved.updated_at);
		const abandoned = await writer.update({
			id: goal.id,
			version: 2,
			patch: { state_key: "abandoned" },
			via: "test",
		});
		expect(abandoned.completed_at).toBe(achieved.completed_at);
		const again = await writer.update({
			id: goal.id,
			version: 3,
			patch: { state_key: "active" },
			via: "test",
		});
		expect(again.completed_at).toBeNull();
	});

	test("[G3] a relation is stored once, in its canonical direction, whichever name it was given", async () => {
		const project_id = await bench().project();
		const plan = await bench().create("ada", { kind: "plan", title: "Plan", project_id });
		const task = await bench().create("ada", { kind: "task", title: "Task", project_id });
		const other = await bench().create("ada", { kind: "task", title: "Other", project_id });
		await bench().commit(
			"ada",
			{ op: "link", edge: { src_id: task.id, rel: "belongs_to_plan", dst_id: plan.id } },
			{ op: "link", edge: { src_id: plan.id, rel: "has_task", dst_id: task.id } },
			{ op: "link", edge: { src_id: task.id, rel: "blocked_by", dst_id: other.id } },
			{ op: "link", edge: { src_id: task.id, rel: "builds_on", dst_id: other.id } },
		);
		expect(await bench().edgesOf("ada", task.id)).toEqual([
			"blocks<Other",
			"depends_on>Other",
			"has_task<Plan",
		]);
	});

	test("[G4] a relation joins only the kinds it is for", async () => {
		const project_id = await bench().project();
		const task = await bench().create("ada", { kind: "task", title: "Task", project_id });
		const risk = await bench().create("ada", { kind: "risk", title: "Risk", project_id });
		const link = async (src_id: string, rel: string, dst_id: string) =>
			(await bench().writer("ada")).link({ src_id, rel, dst_id }, "test");
		await expect(link(risk.id, "mitigates", task.id)).rejects.toMatchObject({ code: "relation_mismatch" });
		await expect(link(task.id, "adores", risk.id)).rejects.toMatchObject({ code: "unknown_relation" });
		await expect(link(task.id, "constructor", risk.id)).rejects.toMatchObject({ code: "unknown_relation" });
		await expect(link(task.id, "relates_to", task.id)).rejects.toMatchObject({ code: "self_link" });
		await link(risk.id, "mitigated_by", task.id);
		expect(await bench().edgesOf("ada", task.id)).toEqual(["mitigates>Risk"]);
	});

	test("[G5] no relation crosses projects, save to what belongs to the workspace", async () => {
		const here = await bench().create("ada", {
			kind: "task",
			title: "Here",
			project_id: await bench().project("A"),
		});
		const there = await bench().create("ada", {
			kind: "task",
			title: "There",
			project_id: await bench().project("B"),
		});
		const filed = await bench().create("ada", { kind: "note", title: "Filed", project_id: there.project_id });
		const writer = await bench().writer("ada");
		const link = (dst_id: string) => writer.link({ src_id: here.id, rel: "relates_to", dst_id }, "test");
		await expect(link(there.id)).rejects.toMatchObject({ code: "cross_project_edge" });
		await link(filed.id);
		expect(await bench().edgesOf("ada", here.id)).toEqual(["relates_to>Filed"]);
	});

	test("[G6] a relation stated twice is one edge and no second change; another text replaces the first", async () => {
		const a = await bench().create("ada", { kind: "note", title: "A" });
		const b = await bench().create("ada", { kind: "note", title: "B" });
		const writer = await bench().writer("ada");
		const edge = { src_id: a.id, rel: "relates_to", dst_id: b.id };
		const first = await writer.link({ ...edge, text: "because" }, "test");
		const again = await writer.link(edge, "test");
		expect(again).toMatchObject({ change_id: null, revision: first.revision, edges: first.edges });
		const reworded = await writer.link({ ...edge, text: "therefore" }, "test");
		expect(reworded.edges).toEqual([{ ...first.edges[0], text: "therefore" }]);
		expect(await bench().edgesOf("ada", a.id)).toHaveLength(1);
	});

	test("[G12] reference fields draw edges, and redefining a kind draws or removes them", async () => {
		await bench().commit(
			"ada",
			{ op: "define_kind", definition: PERSON },
			{ op: "define_kind", definition: TEAM },
		);
		const eve = await bench().create("ada", { kind: "Person", title: "Eve" });
		const max = await bench().create("ada", { kind: "Person", title: "Max" });
		const note = await bench().create("ada", { kind: "note", title: "No person" });
		const props = { lead: eve.id, backups: `${eve.id}, ${max.id}, ${note.id}` };
		const team = await bench().create("ada", { kind: "Team", title: "Red", props });
		expect(await bench().edgesOf("ada", team.id)).toEqual(["lead>Eve (field)"]);

		const backups = { name: "backups", type: "entity_ref_list", kind: "Person" } as const;
		await (await bench().writer("ada")).defineKind({ ...TEAM, fields: [...TEAM.fields, backups] }, "test");
		expect(await bench().edgesOf("ada", team.id)).toEqual([
			"backups>Eve (field)",
			"backups>Max (field)",
			"lead>Eve (field)",
		]);
		await (await bench().writer("ada")).defineKind({ ...TEAM, fields: [backups] }, "test");
		expect(await bench().edgesOf("ada", team.id)).toEqual(["backups>Eve (field)", "backups>Max (field)"]);
		await (await bench().writer("ada")).update({
			id: team.id,
			version: 1,
			patch: { props: { backups: [max.id] } },
			via: "test",
		});
		expect(await bench().edgesOf("ada", team.id)).toEqual(["backups>Max (field)"]);
	});

	test("[G12] a field edge keeps its id while the field names it, and is never of a hidden or a wrong target", async () => {
		await bench().commit(
			"ada",
			{ op: "define_kind", definition: PERSON },
			{ op: "define_kind", definition: TEAM },
		);
		const secret = await bench().create("ada", { kind: "Person", title: "Eve", visibility: "private" });
		const team = await bench().create("ada", { kind: "Team", title: "Red", props: { lead: secret.id } });
		const blind = await bench().create("ben", { kind: "Team", title: "Blue", props: { lead: secret.id } });
		expect(await bench().edgesOf("ada", blind.id)).toEqual([]);
		const edgeId = async () => (await bench().as("ada")).reader.graph.linksOf(team.id)[0]?.edge.id;
		const before = await edgeId();
		// Ben may change the team and may not read its lead; the edge that Ada drew is none of his business.
		await (await bench().writer("ben")).update({
			id: team.id,
			version: 1,
			patch: { props: { colour: "red" } },
			via: "test",
		});
		expect(await edgeId()).toBe(before);
		expect(before).toBeDefined();
		expect(await bench().edgesOf("ben", team.id)).toEqual([]);
	});

	test("[G12] a ref or a name in a field tells nothing of what its writer may not read", async () => {
		await bench().commit(
			"ada",
			{ op: "define_kind", definition: PERSON },
			{ op: "define_kind", definition: TEAM },
		);
		const secret = await bench().create("ada", { kind: "Person", title: "Eve", visibility: "private" });
		const hidden = await bench().create("ada", { kind: "Team", title: "Red", visibility: "private" });
		const writer = await bench().writer("ben");
		const refusal = async (work: Promise<unknown>) => {
			const error = await work.then(
				() => expect.unreachable(),
				(failed: unknown) => failed,
			);
			const { code, message } = error as { code: string; message: string };
			return { code, message: message.replace(/"[^"]*"/, "it") };
		};
		const lead = (name: string) =>
			refusal(writer.create({ kind: "Team", title: "Blue", props: { lead: name } }, "test"));
		const absent = await lead("zzzzzzzz");
		expect(absent.code).toBe("unknown_reference");
		expect([await lead(secret.ref), await lead("Eve")]).toEqual([absent, absent]);
		const change = (id: string) =>
			refusal(writer.update({ id, version: 1, patch: { props: { lead: "Nobody" } }, via: "test" }));
		expect((await change(newId())).code).toBe("not_found");
		expect(await change(hidden.id)).toEqual(await change(newId()));
	});

	test("[G14] a kind made at run time moves the revision and is known to every process at its next read", async () => {
		const elsewhere = new Graph(new Store(bench().db));
		const principal = bench().principal("ada");
		const knows = async (graph: Graph) =>
			(await graph.openSession(principal)).reader.graph.kinds.find("Person")?.fields.length;
		expect([await knows(elsewhere), await knows(bench().graph)]).toEqual([undefined, undefined]);
		const before = await bench().revision();
		const made = await (await bench().writer("ada")).defineKind(PERSON, "test");
		expect(made).toMatchObject({ revision: before + 1, change_id: expect.any(String) });
		expect([await knows(elsewhere), await knows(bench().graph)]).toEqual([1, 1]);
		await (await bench().writer("ada")).defineKind({ ...PERSON, fields: [] }, "test");
		expect([await knows(elsewhere), await knows(bench().graph)]).toEqual([0, 0]);
	});

	test("[G14] a kind takes no name of a kind that ships, no reserved name and no field twice", async () => {
		const define = async (definition: OwnKindDefinition) =>
			(await bench().writer("ada")).defineKind(definition, "test");
		await expect(define({ ...PERSON, kind: "Task" })).rejects.toMatchObject({ code: "kind_taken" });
		await expect(define({ ...PERSON, kind: "my kind" })).rejects.toMatchObject({ code: "invalid_name" });
		for (const name of ["constructor", "__proto__", "a b"]) {
			const fields = [{ name, type: "text" } as const];
			await expect(define({ ...PERSON, fields })).rejects.toMatchObject({ code: "invalid_name" });
		}
		const twice = [{ name: "a", type: "text" } as const, { name: "a", type: "date" } as const];
		await expect(define({ ...PERSON, fields: twice })).rejects.toMatchObject({ code: "invalid_name" });
	});

	test("[S1] a new text is found, an old one no longer, and what is deleted not at all", async () => {
		const find = async (query: string) => {
			const { reader } = await bench().as("ben");
			const answer = await searchEntities(reader, { query });
			expect(answer.total).toBe(answer.results.length);
			return answer.results.map((result) => result.title);
		};
		const note = await bench().create("ada", { kind: "note", title: "Mortar", body: "lime and sand" });
		expect(await find("sandy lime")).toEqual(["Mortar"]);
		const writer = await bench().writer("ada");
		await writer.update({ id: note.id, version: 1, patch: { body: "cement" }, via: "test" });
		expect([await find("lime"), await find("cement")]).toEqual([[], ["Mortar"]]);
		await writer.commit([{ op: "delete", id: note.id }], "test");
		expect(await find("cement")).toEqual([]);
		await writer.commit([{ op: "restore", id: note.id }], "test");
		expect(await find("cement")).toEqual(["Mortar"]);
	});

	test("[S1] a title of stop words alone is found by them", async () => {
		await bench().create("ada", { kind: "note", title: "Who is who", body: "A list of people" });
		const { reader } = await bench().as("ada");
		expect((await searchEntities(reader, { query: "who is who" })).results[0]?.title).toBe("Who is who");
	});

	test("[C8] pages of a list hold every row once, newest first, whatever times are equal", async () => {
		const times = [
			"2026-01-01T00:00:00.123456Z",
			"2026-01-01T00:00:00.123999Z",
			"2026-01-02",
			"2026-01-01T01:00:00+01:00",
		];
		await bench().commit(
			"ada",
			...Array.from({ length: 23 }, (_, index) => ({
				op: "create" as const,
				entity: { kind: "note", title: `N${index}`, created_at: times[index % times.length] ?? "" },
			})),
		);
		const { reader } = await bench().as("ben");
		const whole = await reader.rows.list({ kind: "note", limit: 200 });
		for (const limit of [1, 4, 7, 23]) {
			const seen: string[] = [];
			let cursor: string | null = null;
			do {
				const page = await reader.rows.list({ kind: "note", limit, ...(cursor !== null && { cursor }) });
				expect(page.total).toBe(23);
				seen.push(...page.entities.map((entity) => entity.id));
				cursor = page.next_cursor;
			} while (cursor !== null);
			expect(seen).toEqual(whole.entities.map((entity) => entity.id));
		}
		expect(new Set(whole.entities.map((entity) => entity.id)).size).toBe(23);
	});

	test("[C8] a list is filtered by kind, project, state and a part of the title taken literally", async () => {
		const project_id = await bench().project("Alpha");
		await bench().create("ada", { kind: "task", title: "100% done", project_id, state_key: "done" });
		await bench().create("ada", { kind: "task", title: "100 percent", project_id });
		const { reader } = await bench().as("ada");
		const titles = async (filter: object) =>
			(await reader.rows.list(filter)).entities.map((entity) => entity.title).sort();
		expect(await titles({ q: "0%" })).toEqual(["100% done"]);
		expect(await titles({ q: "_" })).toEqual([]);
		expect(await titles({ kind: "task", state_key: "todo" })).toEqual(["100 percent"]);
		expect(await titles({ project_id })).toEqual(["100 percent", "100% done", "Alpha"]);
		expect(await titles({ project_id: "nonsense" })).toEqual([]);
	});

	test("[G4] relations that build a tree never close a circle", async () => {
		const project_id = await bench().project();
		const task = (title: string) => bench().create("ada", { kind: "task", title, project_id });
		const [top, middle, bottom] = [await task("Top"), await task("Middle"), await task("Bottom")];
		const link = (src_id: string, dst_id: string) =>
			bench().commit("ada", { op: "link", edge: { src_id, rel: "has_task", dst_id } });
		await link(top.id, middle.id);
		await link(middle.id, bottom.id);
		await expect(link(bottom.id, top.id)).rejects.toMatchObject({ code: "cycle" });
		const atOnce = bench().commit(
			"ada",
			{ op: "link", edge: { src_id: bottom.id, rel: "part_of", dst_id: project_id } },
			{ op: "link", edge: { src_id: bottom.id, rel: "has_task", dst_id: middle.id } },
		);
		await expect(atOnce).rejects.toMatchObject({ code: "cycle" });
		expect(await bench().edgesOf("ada", bottom.id)).toEqual(["has_task<Middle"]);
	});
}
