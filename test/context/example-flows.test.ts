import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContextItem, ContextPayload } from "../../src/context/model/payload.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { type Demo, NOW, openDemo, TODAY } from "../support/open-demo.ts";

let demo: Demo;
let maren: SkeinSession;
beforeAll(async () => {
	demo = await openDemo();
	maren = await demo.as("maren@rillmark.example");
});
afterAll(() => demo?.close());

const idOf = (title: string): string => maren.reader.graph.find(title)?.id ?? "";
const itemsOf = ({ sections }: ContextPayload): readonly ContextItem[] =>
	sections.flatMap(({ items }) => items);

/** As a caller writes them who knows nothing of recipes: query, focus, type, figures. */
describe("three questions, word for word, on the demo", () => {
	test('[F9] "Summarize this page": at least 70 % of the tokens are blocks of the page', async () => {
		const page = idOf("Handbook");
		const payload = await maren.buildContext({
			query: "Summarize this page",
			focus: { pageId: page },
			type: "assist",
			now: NOW,
			budget: {
				total: 3000,
				focus: 2500,
				semantic: 200,
				relations: 200,
				activity: 0,
				history: 0,
				system: 100,
			},
		});
		const blocks = itemsOf(payload).filter(({ id, blockId }) => id === page && blockId !== page);
		const tokens = blocks.reduce((sum, item) => sum + item.tokens, 0);
		expect(tokens / payload.metadata.totalTokens).toBeGreaterThanOrEqual(0.7);
		expect(payload.metadata.totalTokens).toBeLessThanOrEqual(3_000);
		const byName = await maren.buildContext({
			query: "Summarize this page",
			focus: { pageId: page },
			type: "assist",
			recipe: "summarize-page",
			now: NOW,
		});
		expect(byName.metadata.budget).toEqual(payload.metadata.budget);
	});

	test('[N10] "What tasks are overdue?": every readable overdue task stands there, and none that is not', async () => {
		for (const person of ["maren@rillmark.example", "priya@rillmark.example"]) {
			const session = await demo.as(person);
			const payload = await session.buildContext({
				query: "What tasks are overdue?",
				type: "chat",
				now: NOW,
				budget: {
					total: 4000,
					focus: 0,
					semantic: 2500,
					relations: 500,
					activity: 500,
					history: 300,
					system: 200,
				},
				hints: { prioritizeTypes: ["todo", "kanban_card"] },
			});
			const overdue = [...session.reader.graph.nodes()].filter(
				({ kind, state_key, props }) =>
					kind === "task" &&
					state_key !== "done" &&
					typeof props.due_at === "string" &&
					props.due_at.slice(0, 10) < TODAY,
			);
			const [, list = ""] =
				/#### Overdue tasks \(\d+\)\n\n([\s\S]*?)_That is all of them\._/.exec(payload.serialized) ?? [];
			const listed = [...list.matchAll(/\[([0-9a-z]{8})\]/g)].map(([, ref]) => ref);
			expect(overdue.length).toBeGreaterThan(3);
			expect(listed.toSorted()).toEqual(overdue.map(({ ref }) => ref).toSorted());
			const [asked] = payload.metadata.asked ?? [];
			expect(asked).toMatchObject({ heading: "Overdue tasks", total: overdue.length });
			expect(asked?.listed.map(({ ref }) => ref)).toEqual(listed);
			expect(asked?.listed[0]?.facts.map(({ name }) => name)).toEqual(["priority", "due_at", "assignees"]);
			const projectOf = new Map(overdue.map(({ id, project_id }) => [id, project_id]));
			const located = itemsOf(payload).filter(({ id }) => projectOf.has(id));
			expect(located.map(({ metadata }) => metadata.path)).toEqual(
				located.map(({ id }) => [session.reader.graph.node(projectOf.get(id) ?? "")?.title]),
			);
		}
	});

	test('[N12] "Break this task into subtasks": the task whole, and at least three tasks like it', async () => {
		for (const title of [
			"Re-cut the lid tool for the Lindqvist hinge",
			"Add voice calls through a second provider",
		]) {
			const task = idOf(title);
			const payload = await maren.buildContext({
				query: "Break this task into subtasks",
				focus: { blockId: task },
				type: "assist",
				now: NOW,
				budget: {
					total: 2000,
					focus: 1200,
					semantic: 500,
					relations: 200,
					activity: 0,
					history: 0,
					system: 100,
				},
			});
			const items = itemsOf(payload);
			expect(items.find(({ id }) => id === task)?.form).toBe("full");
			const others = items.filter(({ id, kind }) => kind === "task" && id !== task);
			expect(others.length).toBeGreaterThanOrEqual(3);
			expect(payload.metadata.totalTokens).toBeLessThanOrEqual(2_000);
		}
	});

	test("[N30] around a focus only what answers the question has a text; the rest is a line each", async () => {
		const focus = { id: idOf("Hinge change") };
		const aroundFor = async (query: string, fill?: "budget") => {
			const payload = await maren.buildContext({
				query,
				focus,
				now: NOW,
				type: "chat",
				...(fill && { fill }),
			});
			const items = payload.sections
				.filter(({ type }) => type === "focus" || type === "relations")
				.flatMap(({ items }) => items)
				.filter(({ id }) => id !== focus.id);
			const shown = items.filter(({ form }) => form === "full" || form === "clipped");
			return { items, shown: shown.map(({ title }) => title), tokens: payload.metadata.totalTokens };
		};
		const who = await aroundFor("Who leads this?");
		expect(who.items.length).toBeGreaterThan(5);
		expect(who.shown).toEqual([]);
		const test = await aroundFor("What does the second salt-spray test show?");
		expect(test.shown).toContain("Run the second salt-spray test");
		const all = await aroundFor("Who leads this?", "budget");
		expect(all.shown.length).toBeGreaterThan(2);
		expect(who.tokens).toBeLessThan(all.tokens);
	});
});
