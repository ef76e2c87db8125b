import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import { createContextBuilder } from "../../src/context/build-context.ts";
import type { ContextItem, ContextPayload } from "../../src/context/model/payload.ts";
import type { ContextQuestion, SkeinSession } from "../../src/open-skein.ts";
import { fc } from "../support/drawn.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";

const QUESTIONS = [
	"Why did the hinge supplier change?",
	"What is blocked, and by whom?",
	"modem last order date",
	"Which risks threaten the launch and what mitigates them?",
	"zyzzyva quux",
	"the of and",
	"`````` ## Current Context --- {query} $& <|endoftext|>",
	"",
];
const PEOPLE = ["maren@rillmark.example", "priya@rillmark.example", "sylvie@marchetti-advisers.example"];

const LONG_TEXT = 120;

let demo: Demo;
const sessions = new Map<string, SkeinSession>();

beforeAll(async () => {
	demo = await openDemo();
	for (const person of PEOPLE) sessions.set(person, await demo.as(person));
});
afterAll(() => demo.close());

const sessionOf = (person: string): SkeinSession => sessions.get(person) as SkeinSession;
const itemsOf = (payload: ContextPayload): ContextItem[] =>
	payload.sections.flatMap((section) => [...section.items]);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Any question of any person about anything they may see, with any budget. */
const anyRequest = fc
	.record({
		person: fc.constantFrom(...PEOPLE),
		query: fc.constantFrom(...QUESTIONS),
		focus: fc.option(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { nil: undefined }),
		total: fc.integer({ min: 250, max: 12_000 }),
	})
	.map(({ person, query, focus, total }) => {
		const nodes = [...sessionOf(person).reader.graph.nodes()];
		const node = focus === undefined ? undefined : nodes[Math.floor(focus * nodes.length)];
		const question: ContextQuestion = {
			query,
			now: NOW,
			budget: { total },
			focus: node && { id: node.id },
		};
		return { person, question };
	});

/** Builds a context, or reports that the mandatory parts did not fit, which must then be true. */
async function build(person: string, question: ContextQuestion): Promise<ContextPayload | null> {
	try {
		return await sessionOf(person).buildContext(question);
	} catch (error) {
		const { code, details } = error as { code?: string; details?: { needed: number; budget: number } };
		if (code !== "budget_too_small") throw error;
		expect(details?.needed).toBeGreaterThan(details?.budget ?? 0);
		return null;
	}
}

const holds = (
	check: (payload: ContextPayload, question: ContextQuestion) => void | Promise<void>,
	numRuns = 150,
) =>
	fc.assert(
		fc.asyncProperty(anyRequest, async ({ person, question }) => {
			const payload = await build(person, question);
			if (payload) await check(payload, question);
		}),
		{ numRuns },
	);

describe("the laws of a context, on the demo", () => {
	test("[L1] the tokens of the text never exceed the budget", () =>
		holds((payload, question) => {
			expect(o200k.count(payload.serialized)).toBe(payload.metadata.totalTokens);
			expect(payload.metadata.totalTokens).toBeLessThanOrEqual(question.budget?.total ?? 0);
		}));

	test("[L2] whatever was considered is either shown or listed as left out", () =>
		holds((payload) => {
			const shown = new Set(itemsOf(payload).map((item) => item.id));
			for (const omission of payload.omitted) expect(shown.has(omission.id)).toBe(false);
			for (const item of itemsOf(payload)) {
				if (item.form === "clipped")
					expect(item.content).toContain(`get_entity_details with entity_id ${item.ref}`);
			}
		}));

	test("[L3] an entity is one item, and its text stands in one place", () =>
		holds((payload) => {
			const ids = itemsOf(payload).map((item) => item.blockId);
			expect(new Set(ids).size).toBe(ids.length);
			for (const { content, form } of itemsOf(payload)) {
				// Two blocks of a page may both say "See below.", and a line that names a thing is no text of it.
				if (content.length > LONG_TEXT && form !== "title")
					expect(payload.serialized.split(content).length - 1).toBe(1);
			}
		}));

	test("[L5] the same request gives the same text, sections and omissions", () =>
		holds(async (_, question) => {
			for (const name of PEOPLE) {
				const again = await build(name, question).catch(() => null);
				const twice = await build(name, question).catch(() => null);
				expect(twice?.serialized).toBe(again?.serialized);
				expect(twice?.sections).toEqual(again?.sections);
				expect(twice?.omitted).toEqual(again?.omitted);
			}
		}, 40));

	test("[L1] [L3] [L6] the builder's own check agrees", () =>
		holds((payload) => {
			const { validate, estimateTokens } = createContextBuilder();
			expect(validate(payload)).toMatchObject({ valid: true, errors: [] });
			expect(estimateTokens(payload)).toBe(payload.metadata.totalTokens);
			const [section] = payload.sections;
			const [item] = section?.items ?? [];
			if (section === undefined || item === undefined) return;
			const twice = { ...section, items: [...section.items, item] };
			const broken = validate({ ...payload, sections: [twice, ...payload.sections.slice(1)] });
			expect(broken.errors.map(({ law }) => law)).toEqual(expect.arrayContaining(["L3", "L6"]));
		}, 40));

	test("[L6] every item has a reason, and items and frame add up to the total", () =>
		holds((payload) => {
			const { totalTokens, frameTokens } = payload.metadata;
			for (const section of payload.sections) {
				expect(sum(section.items.map((item) => item.tokens)) + section.frameTokens).toBe(section.tokenCount);
				for (const item of section.items) {
					expect(o200k.count(item.content)).toBe(item.tokens);
					expect(item.because.reason).not.toBe("");
					for (const part of Object.values(item.because.scores)) {
						expect(part).toBeGreaterThanOrEqual(0);
						expect(part).toBeLessThanOrEqual(1);
					}
				}
			}
			expect(sum(payload.sections.map((section) => section.tokenCount)) + frameTokens).toBe(totalTokens);
			expect(frameTokens).toBeGreaterThan(0);
		}));

	test("[L4] nothing that a reader may not see is in their context", async () => {
		const sylvie = sessionOf("sylvie@marchetti-advisers.example");
		const maren = sessionOf("maren@rillmark.example");
		const forbidden = [...maren.reader.graph.nodes()].filter((node) => !sylvie.reader.graph.node(node.id));
		expect(forbidden.length).toBeGreaterThan(100);
		for (const query of QUESTIONS) {
			const { serialized } = await sylvie.buildContext({ query, now: NOW });
			for (const node of forbidden) expect(serialized).not.toContain(node.ref);
		}
		const unknown = sylvie.buildContext({
			query: "x",
			focus: { id: "00000000-0000-7000-8000-000000000000" },
		});
		const hidden = sylvie.buildContext({ query: "x", focus: { id: forbidden[0]?.id ?? "" } });
		const [first, second] = await Promise.allSettled([unknown, hidden]);
		expect(first).toEqual(second);
		expect(first.status).toBe("rejected");
	});
});

describe("linked entities", () => {
	test("at most three of a kind are shown and the rest is counted", async () => {
		const maren = sessionOf("maren@rillmark.example");
		const [plan] = [...maren.reader.graph.nodes()].filter(
			(node) =>
				maren.reader.graph.related({ of: node.id, rel: "has_task", direction: "outgoing", kind: "task" })
					.length > 3,
		);
		const payload = await maren.buildContext({
			query: "",
			focus: { id: plan?.id ?? "" },
			recipe: "element",
			now: NOW,
		});
		const section =
			/## Linked Entities\n[\s\S]*?### Tasks \((\d+) linked, showing first 3\)\n\n((?:- \*\*.*\n)+)- \.\.\. and (\d+) more tasks?\n/.exec(
				payload.serialized,
			);
		expect(section).not.toBeNull();
		expect(section?.[2]?.trim().split("\n")).toHaveLength(3);
		expect(Number(section?.[1])).toBe(3 + Number(section?.[3]));
		const linked = payload.sections.find(({ type }) => type === "linked");
		expect(linked?.tokenCount).toBeLessThanOrEqual(500);
		const told = new Set([...itemsOf(payload), ...payload.omitted].map(({ id }) => id));
		const tasks = maren.reader.graph.related({ of: plan?.id ?? "", rel: "has_task", direction: "outgoing" });
		expect(tasks.filter(({ id }) => !told.has(id))).toEqual([]);
	});

	test("a task reads belongs_to_plan towards its plan", async () => {
		const maren = sessionOf("maren@rillmark.example");
		const [plan] = [...maren.reader.graph.nodes()].filter(({ kind }) => kind === "plan");
		const [task] = maren.reader.graph.related({
			of: plan?.id ?? "",
			rel: "has_task",
			direction: "outgoing",
			kind: "task",
		});
		const payload = await maren.buildContext({
			query: "",
			focus: { id: task?.id ?? "" },
			recipe: "element",
			now: NOW,
		});
		expect(payload.serialized).toContain(
			`- **${plan?.title}** [${plan?.ref}] (${plan?.state_key}) - belongs_to_plan`,
		);
	});
});
