import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildContext } from "../../src/context/build-context.ts";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { ContextRequest } from "../../src/context/model/request.ts";
import type { Entity, NewEntity } from "../../src/graph/model/entity.ts";
import type { JsonObject } from "../../src/graph/model/json.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type Person, Workbench } from "../support/workbench.ts";

const ABSENT = "00000000-0000-7000-8000-000000000000";

const sectionOf = (payload: ContextPayload, type: string) =>
	payload.sections.find((section) => section.type === type);
const titlesIn = (payload: ContextPayload, type: string): readonly string[] =>
	sectionOf(payload, type)?.items.map((item) => item.title) ?? [];
const reasonsOf = (payload: ContextPayload): Record<string, string> =>
	Object.fromEntries(payload.omitted.map(({ id, reason }) => [id, reason]));

/** The text from a heading to the next of the same rank. */
const partOf = ({ serialized }: ContextPayload, heading: string): string =>
	serialized.split(`${heading}\n`)[1]?.split(/\n## /)[0] ?? "";

describe("mentions, pins and notes in a small workspace", () => {
	let db: Db;
	let bench: Workbench;
	beforeAll(async () => {
		db = await openTestDatabase();
	});
	afterAll(() => db.close());
	beforeEach(async () => {
		bench = await Workbench.create(db);
		const writer = await bench.writer("ada");
		await writer.defineKind(
			{ kind: "Team", label: "Team", fields: [{ name: "mission", type: "text" }] },
			"test",
		);
		await writer.defineKind(
			{
				kind: "Person",
				label: "Person",
				fields: [
					{ name: "role", type: "text" },
					{ name: "email", type: "email" },
					{ name: "since", type: "date" },
					{ name: "level", type: "select", options: ["junior", "senior"] },
					{ name: "skills", type: "text_list" },
					{ name: "team", type: "entity_ref", kind: "Team" },
					{ name: "manager", type: "entity_ref", kind: "Person" },
					{ name: "peers", type: "entity_ref_list", kind: "Person" },
					{ name: "profile", type: "note_ref" },
				],
			},
			"test",
		);
		await writer.defineKind(
			{
				kind: "Team",
				label: "Team",
				fields: [
					{ name: "mission", type: "text" },
					{ name: "lead", type: "entity_ref", kind: "Person" },
					{
						name: "members",
						type: "computed",
						query: "SELECT p FROM Person WHERE p.team = {this} ORDER BY p.name",
					},
				],
			},
			"test",
		);
	});

	const make = (kind: string, title: string, props: JsonObject = {}, more: Partial<NewEntity> = {}) =>
		bench.create("ada", { kind, title, props, ...more });
	const set = async ({ id, version }: Entity, props: JsonObject): Promise<Entity> =>
		(await bench.writer("ada")).update({ id, version, patch: { props }, via: "test" });
	const weave = async (request: Partial<ContextRequest>, person: Person = "ada"): Promise<ContextPayload> => {
		const { reader } = await bench.as(person);
		return buildContext({ reader, request: { query: "", type: "assist", now: NOW, ...request } });
	};

	test("[M1] fields are told by their type, references by name and id, empty ones not at all", async () => {
		const note = await make("note", "Alice Profile", {}, { body: "Likes **short** meetings." });
		const team = await make("Team", "Engineering", { mission: "Build great infrastructure" });
		const bob = await make("Person", "Bob", { role: "VP Engineering" });
		const carol = await make("Person", "Carol");
		const alice = await make("Person", "Alice", {
			role: "Engineering Manager",
			email: "alice@example.com",
			since: "2024-02-01",
			level: "senior",
			skills: ["hiring", "budgets"],
			team: team.id,
			manager: bob.id,
			peers: [bob.id, carol.id],
			profile: note.id,
		});
		const payload = await weave({ mentions: [alice.id] });
		expect(partOf(payload, "## Entity context")).toContain(
			[
				`### @Alice (Person) [id:${alice.ref}]  ← directly mentioned`,
				"  role: Engineering Manager",
				"  email: alice@example.com",
				"  since: 2024-02-01",
				"  level: senior",
				"  skills: hiring, budgets",
				`  team: @Engineering [id:${team.ref}]`,
				`  manager: @Bob [id:${bob.ref}]`,
				`  peers: @Bob [id:${bob.ref}], @Carol [id:${carol.ref}]`,
				`  profile: [[Alice Profile]] [id:${note.ref}]`,
				"",
			].join("\n"),
		);
		expect(payload.serialized).toContain(
			`### @Bob (Person) [id:${bob.ref}]  ← referenced via @Alice.manager, @Alice.peers\n  role: VP Engineering\n`,
		);
		expect(partOf(payload, "## Notes linked via entity fields")).toContain(
			`### [[Alice Profile]] [id:${note.ref}]\n\`\`\`\nLikes short meetings.\n\`\`\`\n---\n`,
		);
	});

	test("[M2] two steps away only name and kind are told, yet their notes are collected", async () => {
		const note = await make("note", "Far note", {}, { body: "Far away." });
		const far = await make("Person", "Dora", { role: "Hidden role", profile: note.id });
		const farther = await make("Person", "Eve", { role: "Farther" });
		await set(far, { manager: farther.id });
		const near = await make("Person", "Carol", { role: "Shown", manager: far.id });
		const start = await make("Person", "Alice", { manager: near.id });
		const payload = await weave({ mentions: [start.id] });
		const text = partOf(payload, "## Entity context");
		expect(text).toContain(
			`### @Dora (Person) [id:${far.ref}]  ← referenced via @Carol.manager\n  (further references not expanded)\n`,
		);
		expect(text).not.toContain("Hidden role");
		expect(text).not.toContain("Eve");
		expect(titlesIn(payload, "notes")).toEqual(["Far note"]);
		const dora = sectionOf(payload, "entities")?.items.find((item) => item.title === "Dora");
		expect(dora?.form).toBe("title");
	});

	test("[M3] a circle and a reference to itself come to an end, and each entity stands once", async () => {
		const alice = await make("Person", "Alice");
		const bob = await make("Person", "Bob", { manager: alice.id });
		await set(alice, { manager: bob.id, peers: [alice.id] });
		const payload = await weave({ mentions: [alice.id, alice.ref] });
		expect(payload.serialized.match(/^### @/gm)).toHaveLength(2);
		expect(payload.serialized).toContain(`[id:${alice.ref}]  ← directly mentioned\n`);
		expect(payload.serialized).toContain(`[id:${bob.ref}]  ← referenced via @Alice.manager\n`);
	});

	test("[M4] lists are read from arrays, JSON and commas", async () => {
		const [one, two] = [await make("Person", "One"), await make("Person", "Two")];
		const listed = `@One [id:${one.ref}], @Two [id:${two.ref}]`;
		for (const peers of [[one.id, two.id], JSON.stringify([one.id, two.id]), `${one.id}, ${two.id}`]) {
			const alice = await make("Person", "Alice", { peers });
			const payload = await weave({ mentions: [alice.id] });
			expect(payload.serialized).toContain(`  peers: ${listed}\n`);
			expect(titlesIn(payload, "entities")).toEqual(["Alice", "One", "Two"]);
		}
	});

	test("[M5] what is gone, hidden or absent reads (deleted); (archived) is said only to who may read it", async () => {
		const writer = await bench.writer("ada");
		const trashed = await make("Person", "Trashed");
		await bench.commit("ada", { op: "delete", id: trashed.id });
		const archived = await make("note", "Old note", {}, { body: "Once." });
		await writer.update({ id: archived.id, version: 1, patch: { archived: true }, via: "test" });
		const hidden = await make("note", "Hidden note", {}, { visibility: "private", body: "Secret words." });
		const alice = await make("Person", "Alice", {
			manager: trashed.id,
			peers: [ABSENT],
			profile: archived.id,
		});
		const other = await make("Person", "Bea", { profile: hidden.id });
		const mentions = [alice.id, other.id];
		const forAda = await weave({ mentions });
		expect(forAda.serialized).toContain("  manager: (deleted)\n  peers: (deleted)\n  profile: (archived)\n");
		expect(forAda.serialized).toContain("  profile: [[Hidden note]]");
		expect(titlesIn(forAda, "notes")).toEqual(["Hidden note"]);
		const forBen = await weave({ mentions }, "ben");
		expect(forBen.serialized).toContain(
			`### @Bea (Person) [id:${other.ref}]  ← directly mentioned\n  profile: (deleted)\n`,
		);
		expect(forBen.serialized).not.toContain("Secret words");
		await writer.update({ id: hidden.id, version: 1, patch: { archived: true }, via: "test" });
		expect((await weave({ mentions }, "ben")).serialized).toBe(forBen.serialized);
	});

	test("[M6] computed fields are run, ten are shown with the count of the others, and are followed", async () => {
		const team = await make("Team", "Crew");
		const people: Entity[] = [];
		for (let index = 10; index < 23; index += 1) {
			people.push(await make("Person", `P${index}`, { team: team.id, role: `role ${index}` }));
		}
		const payload = await weave({ mentions: [team.id], budget: { total: 20_000, relations: 9_000 } });
		const shown = people.slice(0, 10).map(({ title, ref }) => `@${title} [id:${ref}]`);
		expect(payload.serialized).toContain(`  members: ${shown.join(", ")}, … and 3 more\n`);
		expect(payload.serialized).toContain(`← referenced via @Crew.members\n  role: role 10\n`);
		expect(payload.serialized).not.toContain("role 20");
		const empty = await weave({ mentions: [(await make("Team", "Nobody")).id] });
		expect(empty.serialized).not.toContain("members:");
	});

	test("[M6] a computed field shows what the reader may see, and counts nothing else", async () => {
		const team = await make("Team", "Crew");
		await make("Person", "Seen", { team: team.id });
		await make("Person", "Unseen", { team: team.id }, { visibility: "private" });
		const { serialized } = await weave({ mentions: [team.id] }, "ben");
		expect(serialized).toMatch(/ {2}members: @Seen \[id:\w+\]\n/);
		expect(serialized).not.toContain("Unseen");
	});

	test("[M7] kinds that ship are mentioned with the fields they declare, and with their text", async () => {
		const project_id = await bench.project();
		const task = await make(
			"task",
			"Pour",
			{ priority: 1, due_at: "2026-12-01" },
			{ project_id, body: "Wait for frost." },
		);
		const { serialized } = await weave({ mentions: [task.id] });
		expect(serialized).toContain(
			`### @Pour (Task) [id:${task.ref}]  ← directly mentioned\n  state: todo\n  priority: 1\n  due_at: 2026-12-01\n`,
		);
		expect(serialized).toContain("content:\n```\nWait for frost.\n```\n");
	});

	test("[M8] unknown, malformed and forbidden mentions are refused alike", async () => {
		const hidden = await make("Person", "Hidden", {}, { visibility: "private" });
		const payload = await weave({ mentions: [hidden.id, ABSENT, "no such thing"] }, "ben");
		expect(reasonsOf(payload)).toEqual({
			[hidden.id]: "not_found",
			[ABSENT]: "not_found",
			"no such thing": "not_found",
		});
		expect(sectionOf(payload, "entities")).toBeUndefined();
	});

	test("[M9] notes of fields: three, in the order of the walk, at most 2,000 characters, none that is pinned", async () => {
		const notes: Entity[] = [];
		for (const name of ["a", "b", "c", "d", "e"]) {
			notes.push(await make("note", `Note ${name}`, {}, { body: `${name} `.repeat(1_500) }));
		}
		const people: Entity[] = [];
		for (const { id, title } of notes) people.push(await make("Person", `Of ${title}`, { profile: id }));
		const request = { mentions: people.map(({ id }) => id), budget: { total: 20_000, relations: 10_000 } };
		const payload = await weave({ ...request, pins: [notes[1]?.id ?? ""] });
		expect(titlesIn(payload, "notes")).toEqual(["Note a", "Note c", "Note d"]);
		expect(titlesIn(payload, "pinned")).toEqual(["Note b"]);
		expect(reasonsOf(payload)).toEqual({ [notes[4]?.id ?? ""]: "limit" });
		expect(partOf(payload, "## Notes linked via entity fields")).toContain("- ... and 1 more such notes");
		const [first] = sectionOf(payload, "notes")?.items ?? [];
		const [, excerpt = ""] = /```\n([\s\S]*?)\n```/.exec(first?.content ?? "") ?? [];
		expect(excerpt.length).toBeGreaterThan(1_900);
		expect(excerpt.length).toBeLessThanOrEqual(2_001);
		expect(excerpt.endsWith("…")).toBe(true);
		expect(payload.serialized.split("[[Note b]] [id:").length).toBe(3);
	});

	test("[M10] five pins stand in their order as plain text of 4,000 characters; a sixth is over the limit", async () => {
		const notes: Entity[] = [];
		for (let index = 1; index <= 6; index += 1) {
			notes.push(
				await make("note", `Pin ${index}`, {}, { body: `# Head ${index}\n\n${"word ".repeat(1_000)}` }),
			);
		}
		const archived = await make("note", "Put away", {}, { body: "x" });
		await (await bench.writer("ada")).update({
			id: archived.id,
			version: 1,
			patch: { archived: true },
			via: "test",
		});
		const pins = [archived.id, ABSENT, notes[0]?.id ?? "", ...notes.map(({ id }) => id)];
		const payload = await weave({ pins, budget: { total: 20_000, focus: 9_000 } });
		expect(titlesIn(payload, "pinned")).toEqual(["Pin 1", "Pin 2", "Pin 3", "Pin 4", "Pin 5"]);
		expect(reasonsOf(payload)).toEqual({
			[archived.id]: "not_found",
			[ABSENT]: "not_found",
			[notes[5]?.id ?? ""]: "limit",
		});
		const text = partOf(payload, "## Notes pinned by user");
		expect(text).toContain(`### [[Pin 1]] [id:${notes[0]?.ref}]\n\`\`\`\nHead 1\n\nword word`);
		const ends = sectionOf(payload, "pinned")?.items.map(({ content }) => content.slice(-6));
		expect(ends).toEqual(Array.from({ length: 5 }, () => "\n---\n\n"));
		for (const [, excerpt = ""] of text.matchAll(/```\n([\s\S]*?)\n```/g)) {
			expect(excerpt.length).toBeGreaterThan(3_900);
			expect(excerpt.length).toBeLessThanOrEqual(4_001);
		}
		expect(text).toContain(`call get_entity_details with entity_id ${notes[0]?.ref}`);
	});

	test("[M10] fifty pins, of whatever sort, cost nothing but their place in omitted", async () => {
		const note = await make("note", "Only", {}, { body: "Text." });
		const pins = [...Array.from({ length: 49 }, (_, index) => `nothing ${index}`), note.id];
		const payload = await weave({ pins });
		expect(titlesIn(payload, "pinned")).toEqual(["Only"]);
		expect(payload.omitted.filter(({ reason }) => reason === "not_found")).toHaveLength(49);
	});

	test("[L4] a pin that may not be read is refused as one that is not there", async () => {
		const hidden = await make("note", "Hidden", {}, { body: "Secret.", visibility: "private" });
		const refused = await weave({ pins: [hidden.id] }, "ben");
		const absent = await weave({ pins: [ABSENT] }, "ben");
		expect(refused.serialized).toBe(absent.serialized);
		expect(refused.omitted).toEqual([{ id: hidden.id, reason: "not_found" }]);
	});

	test("[L3] an entity that is two steps away and answers the question stands there with its text", async () => {
		const far = await make("Person", "Dora", { role: "keeper of the zeppelin" });
		const near = await make("Person", "Carol", { manager: far.id });
		const start = await make("Person", "Alice", { manager: near.id });
		const payload = await weave({ query: "Who keeps the zeppelin?", mentions: [start.id] });
		expect(titlesIn(payload, "semantic")).toContain("Dora");
		expect(titlesIn(payload, "entities")).not.toContain("Dora");
		expect(payload.serialized).toContain(
			`### @Dora (Person) [id:${far.ref}]  ← referenced via @Carol.manager\n`,
		);
	});

	test("[L5] the same request gives the same bytes; another day runs computed fields anew", async () => {
		await (await bench.writer("ada")).defineKind(
			{
				kind: "Shelf",
				label: "Shelf",
				fields: [
					{
						name: "late",
						type: "computed",
						query: "SELECT p FROM Person WHERE p.since < today ORDER BY p.name",
					},
				],
			},
			"test",
		);
		const shelf = await make("Shelf", "S");
		await make("Person", "Early", { since: "2026-11-15" });
		const request = { mentions: [shelf.id], timezone: "America/Los_Angeles" };
		const first = await weave({ ...request, now: "2026-11-15T20:00:00.000Z" });
		const again = await weave({ ...request, now: "2026-11-15T20:00:00.000Z" });
		expect(again.serialized).toBe(first.serialized);
		expect(first.serialized).not.toContain("late:");
		const next = await weave({ ...request, now: "2026-11-16T20:00:00.000Z" });
		expect(next.serialized).toContain("  late: @Early");
	});

	test("[M6] a computed field that no longer fits the kinds spoils nothing else", async () => {
		const writer = await bench.writer("ada");
		const team = await make("Team", "Crew", { mission: "Go on" });
		await writer.defineKind(
			{ kind: "Person", label: "Person", fields: [{ name: "role", type: "text" }] },
			"test",
		);
		const { serialized, metadata } = await weave({ mentions: [team.id] });
		expect(serialized).toContain("  mission: Go on\n  members: (can't be computed)\n");
		expect(metadata.collectorsFailed).toEqual([]);
	});
});

describe("mentions in the demo", () => {
	let demo: Demo;
	beforeAll(async () => {
		demo = await openDemo();
	});
	afterAll(() => demo.close());

	test("[M1] a person with team, manager and profile, as the seed of a question about her", async () => {
		const maren = await demo.as("maren@rillmark.example");
		const [priya, team] = ["Priya Raghunathan", "Firmware and data"].map((name) =>
			maren.reader.graph.find(name),
		);
		const payload = await maren.buildContext({
			query: "Who reports to her?",
			now: NOW,
			mentions: [priya?.id ?? ""],
			budget: { relations: 2_000 },
		});
		const text = partOf(payload, "## Entity context");
		expect(text).toContain(`  team: @Firmware and data [id:${team?.ref}]\n`);
		expect(text).toMatch(
			/### @Firmware and data \(Team\) \[id:\w+\] {2}← referenced via @Priya Raghunathan.team\n/,
		);
		expect(text).toMatch(/ {2}members: .*@Noor Jansen \[id:\w+\]/);
		expect(titlesIn(payload, "notes")).toContain("Priya: how I work");
	});
});
