import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallOrigin, callTool } from "../../src/chat/call-tool.ts";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type Person, Workbench } from "../support/workbench.ts";

let db: Db;
let bench: Workbench;
let project: string;
beforeAll(async () => {
	db = await openTestDatabase();
	bench = await Workbench.create(db);
	project = await bench.project("Bridge");
	await bench.commit("ada", {
		op: "define_kind",
		definition: {
			kind: "Wall",
			label: "Wall",
			fields: [
				{ name: "painter", type: "entity_ref", kind: "Person" },
				{ name: "height", type: "number" },
			],
		},
	});
	await bench.commit("ada", {
		op: "define_kind",
		definition: { kind: "Person", label: "Person", fields: [] },
	});
}, 120_000);
afterAll(() => db?.close());

const call = async (name: string, input: object, who: Person = "ada", door: CallOrigin = "mcp") =>
	callTool({ name, input, session: await bench.as(who), door });

const refusal = (work: Promise<unknown>): Promise<{ code: string; message: string }> =>
	work.then(
		() => ({ code: "done", message: "" }),
		({ code, message }: { code: string; message: string }) => ({ code, message }),
	);

const bodyOf = async (id: string): Promise<string> =>
	(await (await bench.as("ada")).reader.rows.get(id)).body;

describe("[D11] a title of several entities", () => {
	test("is answered with the refs that the caller may read, and with nothing of what they may not", async () => {
		const [task, risk] = await Promise.all([
			bench.create("ada", { kind: "task", title: "Valve", project_id: project, state_key: "blocked" }),
			bench.create("ada", { kind: "risk", title: "Valve", project_id: project }),
		]);
		const before = await refusal(call("get_entity_details", { entity_id: "Valve" }));
		expect(before.code).toBe("ambiguous_name");
		expect(before.message).toContain(`- [task] **Valve** [${task.ref}] (blocked)`);
		expect(before.message).toContain(`- [risk] **Valve** [${risk.ref}] (identified)`);
		for (const [name, key] of [
			["get_linked_entities", "entity_id"],
			["append_text", "entity_id"],
			["upsert_entity", "entity_id"],
		] as const) {
			const refused = await refusal(
				call(name, { [key]: "Valve", ...(name === "append_text" && { text: "x" }) }),
			);
			expect(refused).toEqual(before);
		}
		for (const input of [{ focus: "Valve" }, { focus: { id: "Valve" } }, { mentions: ["Valve"] }])
			expect(await refusal(call("get_context", { query: "What of it?", ...input }))).toEqual(before);
		// What Ben keeps to himself changes not a byte of what Ada is told, and what Ada may read nothing for Zoe.
		await bench.create("ben", { kind: "note", title: "Valve", visibility: "private" });
		expect(await refusal(call("get_entity_details", { entity_id: "Valve" }))).toEqual(before);
		expect(await refusal(call("get_entity_details", { entity_id: "Valve" }, "gil"))).toMatchObject({
			code: "not_found",
		});
	});

	test("lists eight at most, and a project is found among other things of its name", async () => {
		for (let made = 0; made < 10; made += 1) await bench.create("ada", { kind: "note", title: "Pump" });
		const { message } = await refusal(call("get_entity_details", { entity_id: "Pump" }));
		expect(message.match(/^- /gm)).toHaveLength(8);
		expect(message).toContain("… 2 more");
		await bench.create("ada", { kind: "note", title: "Bridge" });
		expect((await call("list_entities", { project_id: "Bridge" })).structured.total).toBeGreaterThan(0);
	});

	test("in a reference field lists those that fit the field", async () => {
		const people = await Promise.all([1, 2].map(() => bench.create("ada", { kind: "Person", title: "Ann" })));
		const note = await bench.create("ada", { kind: "note", title: "Ann" });
		const { code, message } = await refusal(
			call("upsert_entity", { kind: "Wall", title: "North", props: { painter: "Ann" } }),
		);
		expect(code).toBe("ambiguous_name");
		for (const { ref } of people) expect(message).toContain(ref);
		expect(message).not.toContain(note.ref);
	});
});

describe("[D12] what a kind does not have", () => {
	test.each([
		["deadline", "due_at"],
		["dueAt", "due_at"],
		["prioritiy", "priority"],
		["assignee", "assignees"],
		["status", "state_key"],
		["content", "body"],
	])("a task has no %s: use %s", async (name, meant) => {
		const { code, message } = await refusal(
			call("upsert_entity", { kind: "task", title: "x", props: { [name]: "y" } }),
		);
		expect({ code, message }).toMatchObject({
			code: "unknown_field",
			message: expect.stringContaining(`Use "${meant}"`),
		});
		expect(message).toContain("Its fields: priority, start_at, due_at");
	});

	test("fields that came with an import can be changed, a kind without fields takes any, and so does the API", async () => {
		const task = await bench.create("ada", {
			kind: "task",
			title: "Old",
			project_id: project,
			props: { epic: "E1" },
		});
		await call("upsert_entity", { entity_id: task.ref, props: { epic: "E2" } });
		expect((await refusal(call("upsert_entity", { entity_id: task.ref, props: { epik: "E2" } }))).code).toBe(
			"unknown_field",
		);
		await call("upsert_entity", {
			kind: "document",
			title: "Free",
			project_id: project,
			props: { anything: 1 },
		});
		const own = await refusal(call("upsert_Wall", { title: "South", fields: { heigth: 2 } }));
		expect(own).toMatchObject({ code: "unknown_field", message: expect.stringContaining('Use "height"') });
	});

	test("a state is refused where the kind has none, and where it has others", async () => {
		expect(await refusal(call("list_entities", { kind: "note", state_key: "done" }))).toEqual({
			code: "unknown_state",
			message: "A note has no states. Leave state_key out.",
		});
		expect((await refusal(call("list_entities", { kind: "task", state_key: "open" }))).message).toContain(
			"Use one of todo,",
		);
		expect((await refusal(call("list_entities", { state_key: "opened" }))).code).toBe("unknown_state");
		expect(
			(await refusal(call("upsert_entity", { kind: "note", title: "x", state_key: "done" }))).message,
		).toContain("A note has no states");
	});
});

describe("[D13] describe_workspace", () => {
	test("counts what the caller may read, in at most 600 tokens, however many kinds there are", async () => {
		const { text } = await call("describe_workspace", {});
		expect(text).toMatch(
			/^- task \(\d+\): priority 1-5, start_at date, due_at date, .*; states todo, in_progress, blocked, done\*$/m,
		);
		expect(text).toContain("- Wall (");
		const asGuest = await call("describe_workspace", {}, "gil");
		expect(asGuest.text).toMatch(/^0 entities of 0 kinds/);
		const [, counted] = /task \((\d+)\)/.exec(text) ?? [];
		expect((await call("list_entities", { kind: "task" })).structured.total).toBe(Number(counted));
		for (let made = 0; made < 60; made += 1) {
			await bench.commit("ada", {
				op: "define_kind",
				definition: {
					kind: `Kind_of_thing_number_${made}`,
					label: `Thing ${made}`,
					fields: Array.from({ length: 20 }, (_, at) => ({
						name: `measurement_${at}`,
						type: "text" as const,
					})),
				},
			});
		}
		for (const most of [200, 600, 2000]) {
			const many = await call("describe_workspace", { max_tokens: most });
			expect(o200k.count(many.text)).toBeLessThanOrEqual(most);
		}
		expect(o200k.count((await call("describe_workspace", {})).text)).toBeLessThanOrEqual(600);
		const one = await call("describe_workspace", { kind: "Wall" });
		expect(one.text).toContain("- painter (entity_ref of Person)");
	}, 60_000);
});

describe("[D14] write_entities", () => {
	const plan = (extra: object = {}) => ({
		entities: [
			{ as: "plan", kind: "plan", title: "Paint it", project_id: "Bridge" },
			{ as: "first", kind: "task", title: "Scrape", project_id: "Bridge", ...extra },
		],
		links: [{ src_id: "$plan", rel: "has_task", dst_id: "$first", text: "before the rain" }],
	});

	test("creates entities and links between them, with local names, as one change", async () => {
		const { structured, approval } = await call("write_entities", plan());
		expect(approval).toBeUndefined();
		expect(structured.entities).toMatchObject([{ kind: "plan" }, { kind: "task" }]);
		const [made] = structured.entities as { ref: string }[];
		const linked = await call("get_linked_entities", { entity_id: made?.ref });
		expect(linked.text).toContain("has_task (outgoing) [task] **Scrape**");
		const { writer, reader } = await bench.as("ada");
		await writer.undo(String(structured.change_id), "test");
		expect(reader.graph.find(made?.ref ?? "")).toBeDefined();
		expect((await bench.as("ada")).reader.graph.find(made?.ref ?? "")).toBeUndefined();
	});

	test("a project and a reference field can be named so, too", async () => {
		const { structured } = await call("write_entities", {
			entities: [
				{ as: "house", kind: "project", title: "House" },
				{ as: "ann", kind: "Person", title: "Ann of the house" },
				{ as: "wall", kind: "Wall", title: "West", props: { painter: "$ann" } },
				{ kind: "task", title: "Move in", project_id: "$house" },
			],
		});
		const [house, ann, wall, task] = structured.entities as { ref: string; id: string }[];
		const { reader } = await bench.as("ada");
		expect(reader.graph.find(task?.ref ?? "")?.project_id).toBe(house?.id);
		expect(reader.graph.find(wall?.ref ?? "")?.props.painter).toBe(ann?.id);
	});

	test("writes all of it or nothing", async () => {
		const before = (await bench.as("ada")).reader.graph.size;
		for (const [input, code] of [
			[plan({ props: { priority: 99 } }), "invalid_field"],
			[plan({ props: { deadline: "x" } }), "unknown_field"],
			[{ ...plan(), links: [{ src_id: "$plan", rel: "has_task", dst_id: "$nobody" }] }, "unknown_reference"],
			[{ ...plan(), links: [{ src_id: "$plan", rel: "mitigates", dst_id: "$first" }] }, "relation_mismatch"],
			[
				{
					entities: [
						{ as: "a", kind: "note", title: "1" },
						{ as: "a", kind: "note", title: "2" },
					],
				},
				"invalid_input",
			],
			[{}, "invalid_input"],
		] as const) {
			expect(await refusal(call("write_entities", input))).toMatchObject({ code });
		}
		expect((await bench.as("ada")).reader.graph.size).toBe(before);
	});

	test("[D3] more than five wait for a person, and what the caller may not write is not shown to one", async () => {
		const notes = (count: number) => ({
			entities: Array.from({ length: count }, (_, at) => ({ kind: "note", title: `Leaf ${count} ${at}` })),
		});
		expect((await call("write_entities", notes(5))).structured.entities).toHaveLength(5);
		const { structured, approval } = await call("write_entities", notes(6));
		expect(structured).toMatchObject({ state: "pending" });
		expect(approval?.diff).toHaveLength(6);
		expect((await bench.as("ada")).reader.graph.find("Leaf 6 0")).toBeUndefined();
		// A person who calls the tool has decided.
		expect((await call("write_entities", notes(7), "ada", "tool")).structured.entities).toHaveLength(7);
		const foreign = { entities: notes(6).entities.map((note) => ({ ...note, project_id: project })) };
		expect(await refusal(call("write_entities", foreign, "gil"))).toMatchObject({ code: "not_found" });
		const session = await bench.as("ada", { mode: "read", projectIds: null });
		const readOnly = callTool({ name: "write_entities", input: notes(6), session, door: "mcp" });
		expect(await refusal(readOnly)).toMatchObject({ code: "forbidden" });
	});
});

describe("[D15] a text", () => {
	test("is added to, and edited by an exact quotation that is found once", async () => {
		const note = await bench.create("ada", { kind: "note", title: "Log", body: "Rain.\nRain again." });
		await call("append_text", { entity_id: note.ref, text: "Sun." });
		expect(await bodyOf(note.id)).toBe("Rain.\nRain again.\n\nSun.");
		await call("edit_text", { entity_id: note.ref, quote: "Rain again.", replacement: "Hail: $& and $1." });
		expect(await bodyOf(note.id)).toBe("Rain.\nHail: $& and $1.\n\nSun.");
		await call("edit_text", { entity_id: note.ref, quote: "\n\nSun.", replacement: "" });
		const nowhere = await refusal(
			call("edit_text", { entity_id: note.ref, quote: "snow", replacement: "x" }),
		);
		expect(nowhere).toMatchObject({
			code: "quote_not_found",
			message: expect.stringContaining("get_entity_details"),
		});
		await call("append_text", { entity_id: note.ref, text: "aaa" });
		for (const quote of ["a", "aa"]) {
			const twice = await refusal(call("edit_text", { entity_id: note.ref, quote, replacement: "x" }));
			expect(twice).toMatchObject({
				code: "quote_not_unique",
				message: expect.stringContaining("Quote more"),
			});
		}
		const old = await refusal(call("append_text", { entity_id: note.ref, text: "x", version: 1 }));
		expect(old.code).toBe("conflict");
		expect(await bodyOf(note.id)).toBe("Rain.\nHail: $& and $1.\n\naaa");
	});
});

test("[G4] a relation of one's own joins what is of a kind that users made, and nothing else", async () => {
	const ben = await bench.create("ada", { kind: "Person", title: "Bea" });
	const task = await bench.create("ada", { kind: "task", title: "Coat", project_id: project });
	await call("link_entities", { src_id: ben.ref, rel: "swore_to_finish", dst_id: task.ref });
	const { text } = await call("get_linked_entities", { entity_id: task.ref });
	expect(text).toContain("swore_to_finish (incoming) [Person] **Bea**");
	const other = await bench.create("ada", { kind: "task", title: "Dry", project_id: project });
	const refused = await refusal(
		call("link_entities", { src_id: other.ref, rel: "swore_to_finish", dst_id: task.ref }),
	);
	expect(refused).toMatchObject({
		code: "unknown_relation",
		message: expect.stringContaining("Use relates_to"),
	});
});

test("run_query takes its query under the former name, too, and not both", async () => {
	const query = "SELECT t FROM task";
	expect(await call("run_query", { wql: query })).toEqual(await call("run_query", { query }));
	expect(await refusal(call("run_query", { query, wql: query }))).toMatchObject({ code: "invalid_input" });
});
