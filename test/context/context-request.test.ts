import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import { createContextBuilder, layOutContext } from "../../src/context/build-context.ts";
import type { ContextItem, ContextPayload } from "../../src/context/model/payload.ts";
import { readQuestion } from "../../src/context/model/read-question.ts";
import { listShownItems, writeDelta } from "../../src/context/write-delta.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { type Demo, NOW, openDemo, TODAY } from "../support/open-demo.ts";

const MAREN = "maren@rillmark.example";
const SYLVIE = "sylvie@marchetti-advisers.example";
const QUERY = "Why did the hinge supplier change?";

let demo: Demo;
let maren: SkeinSession;
beforeAll(async () => {
	demo = await openDemo();
	maren = await demo.as(MAREN);
});
afterAll(() => demo?.close());

const itemsOf = (payload: ContextPayload): readonly ContextItem[] =>
	payload.sections.flatMap((section) => section.items);
const idsOf = (payload: ContextPayload): ReadonlySet<string> => new Set(itemsOf(payload).map(({ id }) => id));
const layOut = ({ reader }: SkeinSession, query: string) =>
	layOutContext({ reader, request: readQuestion({ query, now: NOW }) });
const ask = (overrides: object = {}) => maren.buildContext({ query: QUERY, now: NOW, ...overrides });

describe("what a request may say", () => {
	test("[L9] budget and history go by either of their names, and a key that is none is refused", async () => {
		const budget = { total: 700 };
		const history = [{ role: "user" as const, content: "Which supplier was it before?" }];
		const short = await ask({ budget, history });
		const long = await ask({ tokenBudget: budget, conversationHistory: history });
		expect(short.metadata.budget.total).toBe(700);
		expect(short.serialized).toContain("Which supplier was it before?");
		expect(long.serialized).toBe(short.serialized);
		await expect(ask({ budget, tokenBudget: budget })).rejects.toMatchObject({ code: "invalid_input" });
		await expect(ask({ tokenbudget: budget })).rejects.toThrow(/"tokenbudget".*tokenBudget/);
		const builder = createContextBuilder();
		const request = { user: maren, query: QUERY, now: NOW, tokenBudget: budget };
		expect((await builder.build(request)).metadata.budget.total).toBe(700);
	});

	test("what is to be included stands there, what is shut out stands nowhere, and what can't be found is told", async () => {
		const plain = await ask();
		const [out] = itemsOf(plain).filter(({ because }) => because.collector === "search");
		const [include] = [...maren.reader.graph.nodes()].filter(({ id }) => !idsOf(plain).has(id));
		const hints = { includeBlocks: [include?.id ?? "", "no such thing"], excludeBlocks: [out?.id ?? ""] };
		const payload = await ask({ hints });
		expect(idsOf(payload)).toContain(include?.id);
		expect(payload.serialized).not.toContain(out?.ref);
		expect(payload.omitted).toContainEqual({ id: "no such thing", reason: "not_found" });
	});

	test("a time range leaves out what was found and changed at another time", async () => {
		const start = "2026-11-01";
		const payload = await ask({ hints: { timeRange: { start } } });
		const found = itemsOf(payload).filter(({ because }) => because.collector === "search");
		for (const { metadata } of found) expect(metadata.lastModified >= start).toBe(true);
		const never = await ask({ hints: { timeRange: { end: "1999-12-31" } } });
		expect(itemsOf(never).filter(({ because }) => because.collector === "search")).toEqual([]);
	});

	test("hinted kinds fit better", async () => {
		const scoreOf = ({ sections }: ContextPayload) =>
			sections
				.flatMap(({ items }) => items)
				.filter(({ kind }) => kind === "decision")
				.map(({ because }) => because.scores.typeMatch);
		const payload = await ask({ hints: { prioritizeTypes: ["decision"] } });
		expect(scoreOf(payload).length).toBeGreaterThan(0);
		for (const score of scoreOf(payload)) expect(score).toBeGreaterThanOrEqual(0.9);
	});

	test("ids may be printed whole", async () => {
		const [{ id, ref }] = itemsOf(await ask()) as [ContextItem];
		const { serialized } = await ask({ ids: "uuid", budget: { total: 8_000 } });
		expect(serialized).toContain(id);
		expect(serialized).not.toContain(ref);
	});

	test("the day is that of the reader's time zone", async () => {
		const late = "2026-11-15T23:30:00.000Z";
		expect((await ask({ now: late, timezone: "Asia/Tokyo" })).serialized).toContain("Today: 2026-11-16\n");
		expect((await ask({ now: late, timezone: "America/Lima" })).serialized).toContain("Today: 2026-11-15\n");
		await expect(ask({ timezone: "Mars/Olympus" })).rejects.toThrow(/time zone/);
	});

	test("tokens are counted as the model counts them, and an estimate says so", async () => {
		expect((await ask({ model: "gpt-4-turbo" })).metadata).toMatchObject({
			tokenizer: "cl100k",
			exact: true,
		});
		const { metadata, serialized } = await ask({ model: "claude-sonnet-4-5" });
		expect(metadata.exact).toBe(false);
		expect(metadata.totalTokens).toBeGreaterThan(o200k.count(serialized));
	});

	test("[L4] a focus that is absent, hidden or none is answered alike, by whatever key", async () => {
		const sylvie = await demo.as(SYLVIE);
		const hidden = [...maren.reader.graph.nodes()].find(({ id }) => !sylvie.reader.graph.node(id));
		const absent = "00000000-0000-7000-8000-000000000000";
		const answers = await Promise.allSettled(
			(["id", "blockId", "pageId", "databaseId"] as const).flatMap((key) =>
				[absent, hidden?.id, "nothing"].map((id) =>
					sylvie.buildContext({ query: QUERY, now: NOW, focus: { [key]: id } }),
				),
			),
		);
		for (const answer of answers) expect(answer).toEqual(answers[0]);
		expect(answers[0]?.status).toBe("rejected");
	});

	test("a builder has figures of its own", async () => {
		const builder = createContextBuilder({
			tokenBudget: { total: 600 },
			collectors: { activity: { enabled: false } },
		});
		const payload = await builder.build({ user: maren, query: QUERY, now: NOW });
		expect(payload.metadata.budget.total).toBe(600);
		expect(payload.metadata.totalTokens).toBeLessThanOrEqual(600);
		expect(payload.metadata.configHash).not.toBe((await ask()).metadata.configHash);
		expect(builder.validate(payload).valid).toBe(true);
		expect(() => createContextBuilder({ tokenBudget: { totl: 600 } } as never)).toThrow(/totl/);
	});
});

describe("what was worked out before", () => {
	test("is given again to the same reader, and to nobody else", async () => {
		const query = "Which decisions were made about the modem?";
		const first = await maren.buildContext({ query, now: NOW });
		const second = await maren.buildContext({ query, now: NOW });
		expect(first.metadata.cache.misses).toContain("search");
		expect(second.metadata.cache.hits).toContain("search");
		expect(second.serialized).toBe(first.serialized);
		const sylvie = await demo.as(SYLVIE);
		expect((await sylvie.buildContext({ query, now: NOW })).metadata.cache.hits).toEqual([]);
	});

	test("is forgotten with the next write", async () => {
		const [task] = [...maren.reader.graph.nodes()].filter(({ kind }) => kind === "task");
		const question = { query: "Renamed quillwort", now: NOW, focus: { id: task?.id ?? "" } };
		await maren.buildContext(question);
		const entity = await maren.reader.rows.get(task?.id ?? "");
		const title = "Renamed quillwort survey";
		await maren.writer.commit(
			[{ op: "update", id: entity.id, version: entity.version, patch: { title } }],
			"test",
		);
		const after = await (await demo.as(MAREN)).buildContext(question);
		expect(after.metadata.cache.hits).toEqual([]);
		expect(after.serialized).toContain(title);
	});
});

test("a later message of a conversation brings what was not shown yet or has changed, and nothing twice", async () => {
	const session = await demo.as(MAREN);
	const laidOut = await layOut(session, QUERY);
	const opened = laidOut.payload;
	const [shown] = itemsOf(opened).filter(({ form }) => form === "full") as [ContextItem];
	const same = writeDelta({ ...laidOut, shown: listShownItems(opened), query: QUERY });
	// A bare question would be read as one that nothing here answers.
	expect(same.text).toMatch(
		/^## Added Context\n\n### Related Content\n\nMatches that were shown above:\n\n- \[/,
	);
	expect(same.text).toContain(`[${shown.ref}]`);
	expect(same.text).not.toContain(shown.content);
	expect(same.text.endsWith(`---\n\nToday: ${TODAY}\nUser Query: ${QUERY}\n`)).toBe(true);
	const entity = await session.reader.rows.get(shown.id);
	const patch = { body: `${entity.body}\nA quillwort was added.` };
	await session.writer.commit([{ op: "update", id: entity.id, version: entity.version, patch }], "test");
	const later = await layOut(await demo.as(MAREN), QUERY);
	const delta = writeDelta({ ...later, shown: listShownItems(opened), query: QUERY });
	expect(delta.text).toContain("A quillwort was added.");
	expect(delta.text.length).toBeLessThan(later.payload.serialized.length / 2);
	expect(delta.shown.get(shown.blockId)?.version).toBe(entity.version + 1);
});

test("[A20] a later message brings a set that it asks for whole, also what was named before, and says when nothing was found", async () => {
	const session = await demo.as(MAREN);
	const opened = await session.buildContext({ query: "Why is the lid tool late?", now: NOW });
	const shown = listShownItems(opened);
	const query = "What is overdue?";
	const later = await layOut(session, query);
	const [set] = later.payload.metadata.asked ?? [];
	expect(set?.listed.filter(({ id }) => idsOf(opened).has(id))).not.toEqual([]);
	const delta = writeDelta({ ...later, shown, query });
	expect(delta.text).toContain(`#### Overdue (${set?.total})\n\n- [task]`);
	for (const { ref } of set?.listed ?? []) expect(delta.text.split(`[${ref}]`)).toHaveLength(2);

	const nothing = await layOut(session, "zwieback quokka");
	const words = writeDelta({ ...nothing, shown, query: "zwieback quokka" });
	expect(words.text).toMatch(/^## Added Context\n\n### Related Content\n\n_No relevant content found\._/);
});
