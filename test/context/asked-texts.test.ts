import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Skein } from "../../src/open-skein.ts";
import { findByKey } from "../questions/demo-keys.ts";
import { NOW } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { stageDemo } from "../support/stage-demo.ts";
import { Workbench } from "../support/workbench.ts";

const stage = stageDemo();

const textsIn = ({ sections }: ContextPayload): readonly string[] =>
	sections.flatMap(({ items }) => items.filter(({ form }) => form !== "title").map(({ title }) => title));

describe("[N21] a small set comes with what is known of each", () => {
	test("one thing that blocks another is shown with its text, once", async () => {
		const payload = await stage.maren.buildContext({
			query: "What blocks the pilot build of Heron 2?",
			now: NOW,
		});
		expect(payload.metadata.asked?.[0]).toMatchObject({ total: 1, listed: [{ title: "Hinge change" }] });
		expect(textsIn(payload).filter((title) => title === "Hinge change")).toHaveLength(1);
		expect(payload.serialized.split("[Hinge change] [plan]")).toHaveLength(2);
		expect(payload.serialized).toContain("Brook & Dahl re-cut the lid tool");
	});

	test("more than three are named and nothing else", async () => {
		const payload = await stage.maren.buildContext({ query: "Which tasks are overdue in Heron?", now: NOW });
		expect(payload.metadata.asked?.[0]?.total).toBe(5);
		expect(textsIn(payload)).toEqual([]);
	});

	test("words that stand apart in a question name nothing", async () => {
		const { metadata } = await stage.maren.buildContext({
			query: "Why did the hinge supplier change?",
			now: NOW,
		});
		expect(metadata.plan.subject?.title).not.toBe("Hinge change");
	});
});

describe("[N22] what is to be done with the focus is looked for by what the focus is about", () => {
	test.each([
		["task-drill", "Break this down"],
		["doc-storm-night", "Summarize this page"],
		["page-review", "Turn this into a checklist"],
		["task-lid-tool", "Write a status update"],
		["task-weir-post", "similar tasks"],
	])("%s: %s", async (key, query) => {
		const { id, title } = findByKey(stage.maren.reader.graph, key);
		const { metadata } = await stage.maren.buildContext({ query, now: NOW, focus: { id } });
		expect(metadata.plan).toMatchObject({ readAs: `about “${title}”`, words: [], rules: [] });
		expect(metadata.asked).toBeUndefined();
	});
});

describe("[N10] what changed is told with what changed in it", () => {
	let db: Db;
	let bench: Workbench;
	beforeAll(async () => {
		db = await openTestDatabase();
		bench = await Workbench.create(db);
	});
	afterAll(() => db.close());

	const told = (payload: ContextPayload): Readonly<Record<string, unknown>> =>
		Object.fromEntries(
			(payload.metadata.asked ?? []).flatMap(({ listed }) =>
				listed.map(({ title, facts }) => [title, facts[0]?.value]),
			),
		);

	test("a state, a due date and a text that are not what they were, and what is new", async () => {
		const projectId = await bench.project("Bridge");
		const make = (title: string, props = {}) =>
			bench.create("ada", {
				kind: "task",
				title,
				project_id: projectId,
				created_at: "2026-01-05T08:00:00Z",
				props,
			});
		const [moved, done, reworded] = [
			await make("Order the paint", { due_at: "2026-11-10" }),
			await make("Paint the rail"),
			await make("Clean the deck"),
		];
		await bench.commit(
			"ada",
			{ op: "update", id: moved.id, version: moved.version, patch: { props: { due_at: "2026-11-20" } } },
			{ op: "update", id: done.id, version: done.version, patch: { state_key: "done" } },
			{ op: "update", id: reworded.id, version: reworded.version, patch: { body: "With soap and a brush." } },
		);
		await bench.create("ada", { kind: "task", title: "Buy brushes", project_id: projectId });
		const now = new Date().toISOString();
		const ask = async (person: "ada" | "gil") =>
			(await new Skein(bench.graph).as(bench.principal(person))).buildContext({
				query: "Which tasks changed since yesterday?",
				now,
			});
		const answered = await ask("ada");
		expect(told(answered)).toEqual({
			"Order the paint": "due 2026-11-10 → 2026-11-20",
			"Paint the rail": "state todo → done",
			"Clean the deck": "text",
			"Buy brushes": "created",
		});
		for (const line of answered.serialized.split("\n").filter((each) => each.startsWith("- [task]")))
			expect(line.split(" - ").at(-1)?.split(/\s+/).length).toBeLessThanOrEqual(8);
		expect(told(await ask("gil"))).toEqual({});
	});

	test("much is put under its projects, with true counts, and cut with the call that gets the rest", async () => {
		const { metadata, serialized } = await stage.maren.buildContext({
			query: "What changed since Monday?",
			now: NOW,
		});
		const [set] = metadata.asked ?? [];
		expect(set?.total).toBeGreaterThan(60);
		expect(set?.listed.length).toBeLessThanOrEqual(45);
		for (const project of [
			"Heron 2 bridge gauge",
			"Sallow valley flood warning",
			"Kingfisher: buying Brannock Telemetry",
		])
			expect(serialized).toMatch(new RegExp(`^${project} \\(\\d+\\):$`, "m"));
		expect(serialized).toContain(
			`and ${(set?.total ?? 0) - (set?.listed.length ?? 0)} more: call run_query with query "`,
		);
	});
});
