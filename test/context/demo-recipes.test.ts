import { describe, expect, test } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { EntityHeader } from "../../src/graph/model/entity.ts";
import type { ContextQuestion } from "../../src/open-skein.ts";
import { findByKey } from "../questions/demo-keys.ts";
import { NOW, TODAY } from "../support/open-demo.ts";
import { stageDemo } from "../support/stage-demo.ts";

const stage = stageDemo();

const nodeOf = (key: string): EntityHeader => findByKey(stage.maren.reader.graph, key);
const build = (question: Partial<ContextQuestion>): Promise<ContextPayload> =>
	stage.maren.buildContext({ query: "", now: NOW, ...question });
const itemsOf = ({ sections }: ContextPayload, type: string) =>
	sections.find((section) => section.type === type)?.items ?? [];

describe("other scopes", () => {
	test("[N8] the global context lists the projects one may read, with their light fields", async () => {
		const all = await build({ recipe: "global" });
		expect(all.serialized).toContain("## Projects (3)\n");
		expect(itemsOf(all, "project").map(({ kind, form }) => `${kind} ${form}`)).toEqual(
			Array(3).fill("project light"),
		);
		const sylvie = await stage.demo.as("sylvie@marchetti-advisers.example");
		const hers = await sylvie.buildContext({ query: "", now: NOW, recipe: "global" });
		expect(hers.serialized).toContain("## Projects (1)\n");
		expect(hers.serialized).toContain("next_step_short: Get the licence register out of Iain Brannock");
	});

	test("[N8] a question about projects as such gets the list, one about a project by its name does not", async () => {
		for (const query of [
			"How are our projects doing?",
			"Which project is behind?",
			"overview of all projects",
		]) {
			const payload = await build({ query });
			expect(payload.metadata.recipe).toBe("global");
			expect(
				itemsOf(payload, "project").map(({ kind }) => kind),
				query,
			).toEqual(Array(3).fill("project"));
		}
		const named = await build({ query: "What is the status of the Heron project?" });
		expect(named.metadata.recipe).toBe("workspace-chat");
		const inside = await build({ query: "Which projects wait for this?", projectId: nodeOf("heron").id });
		expect(inside.metadata.recipe).toBe("project");
	});

	test("[N9] the calendar lists dated work of a time range, day after day", async () => {
		const payload = await build({
			recipe: "calendar",
			hints: { timeRange: { start: "2026-11-16", end: "2026-11-20" } },
			budget: { total: 60_000, focus: 50_000 },
		});
		const days = itemsOf(payload, "project").map(({ because }) => because.reason.slice(-10));
		expect(days).toEqual([...days].sort());
		expect(days.every((day) => day >= "2026-11-16" && day <= "2026-11-20")).toBe(true);
		const titles = itemsOf(payload, "project").map(({ title }) => title);
		for (const key of [
			"task-voice-route",
			"task-jig-leak",
			"task-guards",
			"task-web-filter",
			"task-pelham-slot",
		])
			expect(titles).toContain(nodeOf(key).title);
		expect(payload.serialized).not.toContain("## Linked Entities");
		const none = await build({
			recipe: "calendar",
			hints: { timeRange: { start: "1999-01-01", end: "1999-01-02" } },
		});
		expect(none.serialized).toContain("_Nothing has a date in these days._");
	});
});

describe("questions that ask by a rule", () => {
	test("[N10] what tasks are overdue: every readable one, with the day it was due", async () => {
		const { serialized } = await build({ query: "What tasks are overdue?" });
		expect(serialized).toContain("#### Overdue tasks (11)\n");
		for (const node of stage.maren.reader.graph.nodes()) {
			const due = node.props.due_at;
			if (node.kind !== "task" || node.state_key === "done" || typeof due !== "string" || due >= TODAY)
				continue;
			expect(serialized).toMatch(new RegExp(`\\[${node.ref}\\] \\(\\w+\\) - .*due_at: ${due}`));
		}
	});

	test("[N10] overdue is by the reader's own day", async () => {
		const ask = (timezone: string) =>
			build({ query: "What tasks are overdue?", now: `${TODAY}T23:30:00.000Z`, timezone });
		const title = nodeOf("task-cordless").title;
		const list = ({ serialized }: ContextPayload) =>
			/#### Overdue tasks[\s\S]*?\n\n[\s\S]*?\n\n/.exec(serialized)?.[0];
		expect(list(await ask("America/New_York"))).not.toContain(title);
		expect(list(await ask("Pacific/Auckland"))).toContain(title);
	});

	test("[N10] none is said with the same list, and a reason is no list", async () => {
		const none = await build({
			query: "Which tasks are overdue in 1999?",
			projectId: nodeOf("kingfisher").id,
		});
		expect(none.serialized).toContain("#### Overdue tasks in Kingfisher: buying Brannock Telemetry (2)");
		const empty = await build({ query: "Which risks are closed?", projectId: nodeOf("kingfisher").id });
		expect(empty.serialized).toMatch(/#### Closed risks in Kingfisher.* \(0\)\n\n_None\._/);
		const why = await build({ query: "Why is the lid tool blocked?" });
		expect(why.serialized).not.toContain("#### ");
	});

	test("[N12] breaking a task down brings the task and at least three like it", async () => {
		const focus = nodeOf("task-test-jig");
		const payload = await build({
			query: "Break this task into subtasks",
			focus: { id: focus.id },
			recipe: "break-down-task",
		});
		const items = payload.sections.flatMap((section) => section.items);
		expect(items).toContainEqual(expect.objectContaining({ id: focus.id, form: "full" }));
		const others = items.filter(({ kind, id }) => kind === "task" && id !== focus.id);
		expect(others.length).toBeGreaterThanOrEqual(3);
	});
});
