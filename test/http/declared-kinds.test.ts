import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkedSchema } from "../../src/contract/edge.ts";
import { detailsSchema, entityOrLightSchema, entitySchema } from "../../src/contract/entity.ts";
import { definedKindSchema, kindsSchema } from "../../src/contract/kind.ts";
import { contextPayloadSchema } from "../../src/contract/payload.ts";
import { queryAnswerSchema } from "../../src/contract/search.ts";
import { type HeronStage, openHeronStage } from "../support/heron-stage.ts";
import { expectProblem } from "../support/http-caller.ts";
import { MAREN } from "../support/http-stage.ts";

const inspection = {
	kind: "Inspection",
	label: "Inspection",
	fields: [
		{ name: "begins", type: "date" },
		{ name: "promised", type: "date" },
		{ name: "inspectors", type: "text_list" },
		{ name: "remark", type: "text" },
		{ name: "state", type: "select", options: ["booked", "on site", "fogged in", "filed", "dropped"] },
	],
	closed_states: ["dropped"],
	settled_states: ["filed"],
	active_states: ["on site"],
	blocked_states: ["fogged in"],
	start_field: "begins",
	due_field: "promised",
	assignee_field: "inspectors",
	light_fields: ["state", { name: "remark", clip: 12 }],
};

let stage: HeronStage;
let names: readonly string[];

beforeAll(async () => {
	stage = await openHeronStage();
	await stage.read(definedKindSchema, "/api/kinds", { body: inspection });
	names = [(await (await stage.served.demo.as(MAREN)).reader.profile()).display_name];
});
afterAll(() => stage?.served.close());

const make = (title: string, state_key: string, props: object) =>
	stage.make({ kind: "Inspection", title, state_key, props, project_id: null });
const ask = (query: string) => stage.read(contextPayloadSchema, "/api/context", { body: { query } });
const listAsked = (payload: Awaited<ReturnType<typeof ask>>): string[] =>
	(payload.metadata.asked ?? []).flatMap(({ listed }) => listed.map(({ title }) => title)).sort();
const find = async (condition: string): Promise<string[]> => {
	const body = { wql: `SELECT i FROM Inspection WHERE ${condition}` };
	const { rows } = await stage.read(queryAnswerSchema, "/api/query", { body });
	return rows.map(({ title }) => title).sort();
};

describe("a kind of one's own declares what those that ship declare", () => {
	test("[K6] the definition is shown as it was given and survives a patch of something else", async () => {
		const patched = await stage.read(definedKindSchema, "/api/kinds/Inspection", {
			method: "PATCH",
			body: { plural: "inspections" },
		});
		const { kinds } = await stage.read(kindsSchema, "/api/kinds");
		for (const shown of [patched, kinds.find(({ kind }) => kind === "Inspection")])
			expect(shown).toMatchObject({
				...{ start_field: "begins", due_field: "promised", assignee_field: "inspectors" },
				light_fields: [{ name: "state" }, { name: "remark", clip: 12 }],
				states: [
					{ key: "booked" },
					{ key: "on site", active: true },
					{ key: "fogged in", blocked: true },
					{ key: "filed", settled: true },
					{ key: "dropped", terminal: true },
				],
			});
		expect(kinds.find(({ kind }) => kind === "goal")).toMatchObject({ due_field: "target_date" });
	});

	test("[K6] lists, details, links and light forms say when it is due, overdue and done", async () => {
		const late = await make("Pier four", "booked", {
			...{ begins: "2020-01-10", promised: "2020-02-01", inspectors: names },
			remark: "Rust on every second bolt",
		});
		const filed = await make("Pier five", "filed", { promised: "2020-02-01" });
		const held = await make("Pier six", "fogged in", { promised: "2999-01-01" });
		await make("Pier seven", "dropped", { promised: "2020-02-01", inspectors: names });
		expect(late).toMatchObject({ start_day: "2020-01-10", due_day: "2020-02-01", is_overdue: true });
		expect(filed).toMatchObject({ due_day: "2020-02-01", is_done: true });
		expect(held).toMatchObject({ start_day: null, is_overdue: false, is_done: false });
		const path = `/api/entities/${late.id}`;
		const light = await stage.read(entityOrLightSchema, `${path}?form=light`);
		const { id, ref, version } = late;
		expect(light).toEqual({
			...{ id, ref, version, kind: "Inspection", project_id: null, name: "Pier four", state: "booked" },
			...{ remark: "Rust on eve…", due_day: "2020-02-01", is_overdue: true, is_done: false },
		});
		const details = await stage.read(detailsSchema, `/api/onto/Inspection/${late.id}/details`);
		expect(details).toMatchObject({ due_day: "2020-02-01", is_overdue: true, promised: "2020-02-01" });
		await stage.call("/api/edges", { body: { src_id: late.id, rel: "relates_to", dst_id: held.id } });
		const linked = await stage.read(linkedSchema, `/api/onto/edges/linked?sourceId=${held.id}`);
		expect(linked.linkedEntities.inspections?.[0]).toMatchObject({
			...{ dueAt: "2020-02-01", due_day: "2020-02-01", is_overdue: true, is_done: false },
		});
		const headers = { "if-none-match": `"${version}"` };
		expect((await stage.call(path, { headers })).status, "an open one may become overdue").toBe(200);
		expect((await stage.call(`/api/entities/${filed.id}`, { headers })).status).toBe(304);
	});

	test("[K6] contexts, tools and queries read the sets by what it declares", async () => {
		expect(listAsked(await ask("Which inspections are overdue?"))).toEqual(["Pier four"]);
		expect(listAsked(await ask("Which inspections are blocked?"))).toEqual(["Pier six"]);
		expect(listAsked(await ask("My open inspections"))).toEqual(["Pier four", "Pier six"]);
		expect(await find("i.due < today AND i.open = yes")).toEqual(["Pier four"]);
		expect(await find("i.blocked = yes")).toEqual(["Pier six"]);
		expect(await find("i.mine = yes AND i.open = yes")).toEqual(["Pier four", "Pier six"]);
		expect(await find(`i.assigned = "${names[0]}"`)).toEqual(["Pier four", "Pier seven"]);
	});

	test("[K6] a date field called due_at is the due date, for contexts as for the app, unless it says none", async () => {
		const fields = [{ name: "due_at", type: "date" }];
		const path = "/api/kinds/Permit";
		await stage.read(definedKindSchema, "/api/kinds", { body: { kind: "Permit", label: "Permit", fields } });
		const permit = { kind: "Permit", title: "Crane on the quay", project_id: null };
		const { id } = await stage.make({ ...permit, props: { due_at: "2020-03-01" } });
		const readOverdue = async () => [
			(await stage.read(entitySchema, `/api/entities/${id}`)).is_overdue,
			listAsked(await ask("Which permits are overdue?")).length > 0,
		];
		expect(await readOverdue()).toEqual([true, true]);
		await stage.read(definedKindSchema, path, { method: "PATCH", body: { due_field: null } });
		expect(await readOverdue()).toEqual([false, false]);
	});

	test("[K6] an export holds the declarations, an undo takes them back", async () => {
		const { demo } = stage.served;
		const { writer } = await demo.as(MAREN);
		const { change_id } = await writer.defineKind({ ...inspection, due_field: "begins" } as never, "test");
		await (await demo.as(MAREN)).writer.undo(change_id ?? "", "test");
		const { reader } = await demo.as(MAREN);
		expect(reader.graph.kinds.get("Inspection").dates).toEqual({ start: "begins", due: "promised" });
		const kept = reader.graph.kinds.get("Inspection").definition;
		expect(kept).toMatchObject({ ...inspection, plural: "inspections" });
		const exported = await (await stage.call("/api/export?format=jsonl")).text();
		expect(exported).toMatch(/"assignee_field": ?"inspectors"/);
	});

	test("[K6] a declaration that cannot be is refused with what to do next", async () => {
		const wrong: readonly (readonly [object, string, RegExp])[] = [
			[{ due_field: "remark" }, "due_field", /no date field called "remark".*begins or promised/],
			[{ start_field: "nowhere" }, "start_field", /Name begins or promised/],
			[{ assignee_field: "promised" }, "assignee_field", /Name inspectors or remark/],
			[{ blocked_states: ["lost"] }, "blocked_states", /"lost" is none of the states/],
			[{ closed_states: ["filed"] }, "settled_states", /closed_states and in settled_states/],
			[{ light_fields: ["weight"] }, "light_fields", /"weight" cannot be in the light form/],
			[{ light_fields: ["remark", "remark"] }, "light_fields", /twice/],
			[{ light_fields: [{ name: "remark", clip: 9_000 }] }, "light_fields", /from 1 to 2000/],
		];
		for (const [body, field, message] of wrong) {
			const answer = await stage.call("/api/kinds/Inspection", { method: "PATCH", body });
			const text = await expectProblem(answer, 400, "invalid_name");
			expect(text).toContain(`"field":"${field}"`);
			expect((JSON.parse(text) as { detail: string }).detail).toMatch(message);
		}
	});
});
