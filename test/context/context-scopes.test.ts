import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SectionType } from "../../src/context/model/candidate.ts";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { validateContext } from "../../src/context/validate-context.ts";
import { REQUEST_TYPES } from "../../src/contract/choices.ts";
import type { RequestType } from "../../src/contract/context-request.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";

const QUERY = "Why did the hinge supplier change?";
const TASK = "Re-cut the lid tool for the Lindqvist hinge";
const PROJECT = "Heron 2 bridge gauge";

type Scope = "global" | "project" | "element" | "combined";

/** The sections that each scope has for each type of request. */
const EXPECTED: Readonly<Record<Scope, Readonly<Record<RequestType, readonly SectionType[]>>>> = {
	global: {
		chat: ["system", "project", "history", "semantic"],
		assist: ["system", "project", "semantic"],
		search: ["semantic"],
		automate: ["system"],
	},
	project: {
		chat: ["system", "project", "history", "semantic"],
		assist: ["system", "project", "semantic"],
		search: ["semantic"],
		automate: ["system"],
	},
	element: {
		chat: ["system", "focus", "linked", "relations", "history"],
		assist: ["system", "focus", "linked", "relations"],
		search: [],
		automate: ["system", "focus", "linked"],
	},
	combined: {
		chat: ["system", "project", "focus", "linked", "relations", "history", "semantic", "activity"],
		assist: ["system", "project", "focus", "linked", "relations", "semantic"],
		search: ["semantic"],
		automate: ["system", "focus", "linked"],
	},
};

let demo: Demo;
let maren: SkeinSession;
beforeAll(async () => {
	demo = await openDemo();
	maren = await demo.as("maren@rillmark.example");
	await maren.activity.recordView(idOf("Handbook"));
});
afterAll(() => demo?.close());

const idOf = (title: string): string => maren.reader.graph.find(title)?.id ?? "";

function weave(scope: Scope, type: RequestType): Promise<ContextPayload> {
	const isAbout = scope === "element" || scope === "combined";
	return maren.buildContext({
		query: QUERY,
		type,
		recipe: scope,
		now: NOW,
		budget: { total: 12_000, activity: 1_000 },
		history: [{ role: "user", content: "Good morning." }],
		...(isAbout && { focus: { id: idOf(TASK) } }),
		...(scope === "project" && { projectId: idOf(PROJECT) }),
	});
}

describe("four scopes for four types of request", () => {
	test.each(
		(Object.keys(EXPECTED) as Scope[]).flatMap((scope) => REQUEST_TYPES.map((type) => ({ scope, type }))),
	)("[N13] $scope for $type holds what it is for and nothing else", async ({ scope, type }) => {
		const payload = await weave(scope, type);
		const sections = payload.sections.map((section) => section.type);
		expect(sections).toEqual(EXPECTED[scope][type]);
		expect(validateContext(payload).errors).toEqual([]);
	});

	test("only a focus has linked entities; a project tells its goals and plans in its slices", async () => {
		const has = async (scope: Scope, text: string) => (await weave(scope, "chat")).serialized.includes(text);
		expect(await has("project", "## Linked Entities")).toBe(false);
		expect(await has("global", "## Linked Entities")).toBe(false);
		expect(await has("project", "### Goals (")).toBe(true);
		expect(await has("project", "### Edge coverage")).toBe(true);
		expect(await has("combined", "### Edge coverage")).toBe(false);
		expect(await has("global", "## Projects (3)")).toBe(true);
		for (const scope of ["project", "combined"] as const)
			expect((await weave(scope, "chat")).serialized).toMatch(/^## Project\n\n[^#]*entity_counts: \{"/m);
	});
});

describe("[N14] a context for a program that writes", () => {
	test("tells kinds, fields, states and relations, those of the focus first", async () => {
		const { serialized, sections } = await weave("element", "automate");
		expect(sections[0]).toMatchObject({ type: "system", title: "System", items: [] });
		expect(serialized).toContain("### Kinds and relations\n\n");
		expect(serialized).toContain(
			"- **task**\n  fields: priority (number from 1 to 5), start_at (date), due_at (date)",
		);
		expect(serialized).toContain("  states: todo, in_progress, blocked, done (final)\n");
		expect(serialized).toContain("supports_goal → goal");
		expect(serialized).toContain(
			"- any kind: references → document or note or page; relates_to → anything\n",
		);
		const kinds = [...serialized.matchAll(/^- \*\*(\w+)\*\*$/gm)].map(([, kind]) => kind);
		expect(kinds[0]).toBe("task");
		expect(kinds).toEqual(expect.arrayContaining(maren.reader.graph.kinds.all.map(({ kind }) => kind)));
		expect(serialized).not.toContain("members (computed)");
	});

	test("names the kinds that find no room, and leaves the focus whole", async () => {
		const build = (total: number) =>
			maren.buildContext({
				...{ query: "", type: "automate", recipe: "element", now: NOW },
				focus: { id: idOf(TASK) },
				budget: { total },
			});
		const small = await build(1_200);
		expect(small.serialized).toMatch(/- \.\.\. and \d+ more kinds \(.+\): call describe_workspace\n/);
		expect(small.sections.flatMap(({ items }) => items).find(({ id }) => id === idOf(TASK))?.form).toBe(
			"full",
		);
		expect(small.metadata.totalTokens).toBeLessThanOrEqual(1_200);
	});

	test("everything it tells can be written", async () => {
		const { serialized } = await weave("element", "automate");
		const [, relations = ""] = /- \*\*task\*\*\n[^\n]*\n[^\n]*\n {2}relations: (.*)\n/.exec(serialized) ?? [];
		const session = await demo.as("maren@rillmark.example");
		const project_id = idOf(PROJECT);
		const source = await session.writer.create({ kind: "task", title: "Source", project_id }, "test");
		for (const relation of relations.split("; ")) {
			const [rel = "", targets = ""] = relation.split(" → ");
			const kind = targets === "anything" ? "task" : (targets.split(" or ")[0] ?? "");
			const title = `A ${kind} for ${rel}`;
			const target = await session.writer.create({ kind, title, project_id }, "test");
			const edge = { src_id: source.id, rel, dst_id: target.id };
			const { edges } = await session.writer.commit([{ op: "link", edge }], "test");
			expect(edges[0]).toMatchObject(edge);
		}
		expect(relations.split("; ").length).toBeGreaterThan(8);
	});
});

test.each([
	["What was I working on in the last days?", true],
	["Which tasks have I finished?", false],
	["What is Agnieszka working on?", false],
	["Summarize what is going on today", true],
	["What happened today?", false],
	["What is the price of gold today?", false],
	["What changed in the hinge supplier's offer?", false],
])("[N24] %s: activity %s", async (query, isShown) => {
	const { sections } = await maren.buildContext({ query, now: NOW, budget: { activity: 500 } });
	expect(sections.some(({ type }) => type === "activity")).toBe(isShown);
});

test.each([
	"What have I looked at recently?",
	"which pages have i viewed lately",
	"things I just opened",
	"What did I look at last?",
])("[N24] %s: only what the reader looked at", async (query) => {
	const payload = await maren.buildContext({ query, now: NOW, budget: { activity: 1_000 } });
	const items = payload.sections.flatMap((section) =>
		section.items.map(({ title }) => [section.type, title]),
	);
	expect(payload.metadata.plan.readAs).toBe("what you looked at");
	expect(payload.metadata.asked).toBeUndefined();
	expect(items.filter(([type]) => type !== "system" && type !== "project")).toEqual([
		["activity", "Handbook"],
	]);
	expect(payload.serialized).toContain("Looked at by the reader:");
});

test("[N24] what the reader changed is not what changed", async () => {
	const { metadata } = await maren.buildContext({ query: "What have I changed this week?", now: NOW });
	expect(metadata.plan.readAs).toBe("what you changed");
	const { metadata: all } = await maren.buildContext({ query: "What changed this week?", now: NOW });
	expect(all.plan.rules).toEqual(["changed"]);
	const { metadata: one } = await maren.buildContext({ query: "What did I read about the weir?", now: NOW });
	expect(one.plan.words).not.toEqual([]);
});
