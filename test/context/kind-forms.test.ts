import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNote } from "../../src/chat/tools/create-note.ts";
import { getEntityDetails } from "../../src/chat/tools/get-entity-details.ts";
import { getLinkedEntities } from "../../src/chat/tools/get-linked-entities.ts";
import { getProjectGraph } from "../../src/chat/tools/get-project-graph.ts";
import { buildContext } from "../../src/context/build-context.ts";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { TokenBudget } from "../../src/context/model/request.ts";
import { dateEntities } from "../../src/graph/graph.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import { presentFull, presentLight } from "../../src/present/present-entity.ts";
import { NOW } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { Workbench } from "../support/workbench.ts";

let bench: Workbench;
let project: string;
beforeAll(async () => {
	bench = await Workbench.create(await openTestDatabase());
	project = await bench.project("Lock gate");
});
afterAll(() => bench.graph.close());

const create = (kind: string, title: string, more: object = {}): Promise<Entity> =>
	bench.create("ada", { kind, title, project_id: project, ...more });
const link = (src_id: string, rel: string, dst_id: string) =>
	bench.commit("ada", { op: "link", edge: { src_id, rel, dst_id } });
const read = async (tool: typeof getEntityDetails, input: object) => tool.call(input, await bench.as("ada"));

async function weave(request: object): Promise<ContextPayload> {
	const { reader } = await bench.as("ada");
	return buildContext({ reader, request: { query: "", type: "chat", now: NOW, ...request } });
}

describe("get_entity_details", () => {
	test("[N19] lists what a task depends on, what waits for it and what else joins it, as HTTP does", async () => {
		const [task, before, after, output, plan] = [
			await create("task", "Hang the gate"),
			await create("task", "Cast the sill"),
			await create("task", "Fill the lock"),
			await create("output", "Gate drawing"),
			await create("plan", "Gate works"),
		];
		await link(task.id, "produces", output.id);
		await link(plan.id, "has_task", task.id);
		await link(task.id, "depends_on", before.id);
		await link(after.id, "depends_on", task.id);
		const { text, structured } = await read(getEntityDetails, { entity_id: task.ref });
		expect(text).toContain("relationships (4):\n");
		expect(text).toContain(`- depends_on (outgoing) [task] **Cast the sill** [${before.ref}] (todo)\n`);
		expect(text).toContain(`- depends_on (incoming) [task] **Fill the lock** [${after.ref}] (todo)\n`);
		expect(text).toContain(`- belongs_to_plan (outgoing) [plan] **Gate works** [${plan.ref}]`);
		const { reader } = await bench.as("ada");
		const served = presentFull((await dateEntities(reader))(await reader.rows.get(task.id)), reader.graph);
		expect(structured.relationship_count).toBe(served.relationship_count);
		expect(structured.relationships).toEqual(expect.arrayContaining(served.relationships as unknown[]));
		const { text: ofOutput } = await read(getEntityDetails, { entity_id: output.ref });
		expect(ofOutput).toContain(`- produced_by (outgoing) [task] **Hang the gate** [${task.ref}] (todo)\n`);
	});

	test("[N19] a hub keeps to its budget, shows dependencies first and counts the rest", async () => {
		const hub = await create("task", "Empty the basin", { body: "Pump it dry. ".repeat(100) });
		for (let at = 0; at < 40; at += 1) {
			const note = await bench.create("ada", { kind: "note", title: `Reading ${at}` });
			await link(hub.id, "references", note.id);
		}
		const first = await create("task", "Hire a pump");
		await link(hub.id, "depends_on", first.id);
		const { text, structured } = await read(getEntityDetails, { entity_id: hub.ref, max_tokens: 800 });
		expect(text).toContain("relationships (41):\n- depends_on (outgoing) [task] **Hire a pump**");
		const shown = (structured.relationships as unknown[]).length;
		expect(shown).toBeLessThan(41);
		expect(text).toContain(`… ${41 - shown} more: call get_entity_relationships with entity_id ${hub.ref}\n`);
	});
});

describe("the forms of kinds", () => {
	test("[N20] an insight names the signal that an edge leads to, also where the field is empty", async () => {
		const signal = await create("signal", "Water in the sill");
		const insight = await create("insight", "The sill leaks");
		const form = async () => {
			const { reader } = await bench.as("ada");
			const row = (await dateEntities(reader))(await reader.rows.get(insight.id));
			return { light: presentLight(row, reader.graph), full: presentFull(row, reader.graph) };
		};
		expect((await form()).full.derived_from_signal_id).toBe(null);
		await link(insight.id, "derived_from", signal.id);
		const { light, full } = await form();
		expect([light.derived_from_signal_id, full.derived_from_signal_id]).toEqual([signal.id, signal.id]);
		const { text } = await read(getEntityDetails, { entity_id: insight.ref });
		expect(text).toMatch(new RegExp(`^derived_from_signal_id: .*Water in the sill.*${signal.ref}`, "m"));
	});

	test("[N20] a requirement is cut to 160 characters in nodes, linked lines and light forms, and whole in its details", async () => {
		const text = `The gate holds ${"a very high flood of the river ".repeat(10)}at any time.`;
		const requirement = await create("requirement", text);
		const task = await create("task", "Watch the river");
		await link(project, "has_requirement", requirement.id);
		await link(task.id, "relates_to", requirement.id);
		const shown = [
			(await read(getLinkedEntities, { entity_id: task.ref })).text,
			(await read(getLinkedEntities, { entity_id: task.ref, detail: "title" })).text,
			(await read(getProjectGraph, { project_id: project })).text,
			(await read(getEntityDetails, { entity_id: requirement.ref, detail: "light" })).text,
			(await weave({ focus: { id: task.id }, recipe: "element" })).serialized,
			(await weave({ projectId: project })).serialized,
		];
		for (const each of shown) {
			const [line = ""] = /The gate holds [^[\]\n"]*/.exec(each) ?? [];
			expect(line.length).toBeGreaterThan(140);
			expect(line.replace(/\*.*$/, "").trim().length).toBeLessThanOrEqual(160);
			expect(each).not.toContain("at any time.");
		}
		expect((await read(getEntityDetails, { entity_id: requirement.ref })).text).toContain("at any time.");
	});
});

describe("a category whose budget is 0", () => {
	test("[L11] prints nothing, and no line counts what it would have held", async () => {
		project = await bench.project("Paint shop");
		const task = await create("task", "Paint the gate");
		for (let at = 0; at < 6; at += 1) {
			const other = await create("task", `Rust in spring ${at}`);
			await link(task.id, "depends_on", other.id);
			const note = { title: `Paint of year ${at}`, body: "Paint, gate and spring.", about: [task.ref] };
			await createNote.call(note, await bench.as("ada"));
		}
		const off = (...keys: readonly (keyof TokenBudget)[]) =>
			weave({
				query: "Which paint for the gate in spring?",
				focus: { id: task.id },
				budget: { total: 3_000, ...Object.fromEntries(keys.map((key) => [key, 0])) },
			});
		const all = await off();
		expect(all.serialized).toContain("Linked Entities");
		expect(all.serialized).toContain("Related Content");
		const silent = await off("semantic", "relations", "activity", "history");
		expect(silent.serialized).toContain("Paint the gate");
		expect(silent.serialized).not.toMatch(/Linked Entities|Related Content|Recent Activity|Rust in spring/);
		expect(silent.serialized).not.toMatch(/\.\.\.|…|\bmore\b|left out/);
	});
});
