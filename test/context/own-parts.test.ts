import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reader } from "../../src/graph/graph.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Store } from "../../src/graph/store/store.ts";
import {
	type ContextCollector,
	type ContextParts,
	createContextBuilder,
	formatLinkedEntitiesContext,
	Skein,
	type SkeinSession,
} from "../../src/open-skein.ts";
import { NOW } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { Workbench } from "../support/workbench.ts";

let bench: Workbench;
let skein: Skein;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
	bench = await Workbench.create(await openTestDatabase());
	skein = new Skein(bench.graph);
	const make = (title: string, more: object = {}) =>
		bench.create("ada", { kind: "note", title, body: `${title} in many words. `.repeat(40), ...more });
	ids = {
		gale: (await make("Gale warning")).id,
		paint: (await make("Paint order")).id,
		secret: (await make("Severance letter", { visibility: "private" })).id,
	};
});
afterAll(() => skein?.close());

const as = (person: "ada" | "ben"): Promise<SkeinSession> => skein.as(bench.principal(person));

async function build(
	parts: ContextParts,
	{ query = "Which berth is free?", total = 2000, person = "ada" as const } = {},
) {
	const user = await as(person);
	return createContextBuilder({}, parts).build({ user, query, now: NOW, budget: { total } });
}
const itemsOf = (payload: Awaited<ReturnType<typeof build>>) =>
	payload.sections.flatMap(({ items }) => items);

const finds = (...found: readonly string[]): ContextCollector => ({
	name: "weather",
	collect: () => found.map((id) => ({ id, relevance: 0.9, reason: "a storm is due" })),
});

describe("a program's own collector", () => {
	test("[K7] what it finds is in the context with its reason, within the budget", async () => {
		const payload = await build({ collectors: [finds(ids.gale ?? "")] });
		expect(payload.metadata.collectorsUsed).toContain("own:weather");
		expect(itemsOf(payload)).toContainEqual(
			expect.objectContaining({
				title: "Gale warning",
				because: expect.objectContaining({ collector: "own:weather", reason: "a storm is due" }),
			}),
		);
		const small = await build({ collectors: [finds(ids.gale ?? "", ids.paint ?? "")] }, { total: 300 });
		expect(small.metadata.totalTokens).toBeLessThanOrEqual(300);
		expect(small.omitted.length + itemsOf(small).length).toBeGreaterThanOrEqual(2);
	});

	test("keeps its reason where a search finds the same", async () => {
		const payload = await build({ collectors: [finds(ids.gale ?? "")] }, { query: "gale warning" });
		const [item] = itemsOf(payload).filter(({ title }) => title === "Gale warning");
		expect(item?.because.reason).toMatch(/; a storm is due$/);
	});

	test("[K7] gets the reader of the person who asks: what they may not read is not there", async () => {
		const seen: Reader[] = [];
		const spy: ContextCollector = {
			name: "spy",
			collect: ({ reader }) => {
				seen.push(reader);
				return [{ id: ids.secret ?? "", relevance: 1, reason: "guessed" }];
			},
		};
		const user = await as("ben");
		const payload = await createContextBuilder({}, { collectors: [spy] }).build({
			user,
			query: "letters",
			now: NOW,
		});
		expect(seen.map(({ access }) => access.accountId)).toEqual([bench.people.ben]);
		expect(seen[0]?.graph.find(ids.secret ?? "")).toBeUndefined();
		expect(JSON.stringify(payload)).not.toContain("Severance");
		expect(payload.omitted).toContainEqual({ id: ids.secret, reason: "not_found" });
	});

	test("is asked every time, and one that fails is named while the others go on", async () => {
		let calls = 0;
		const counting: ContextCollector = {
			name: "counting",
			collect: () => {
				calls += 1;
				return [{ id: ids.gale ?? "", relevance: calls === 3 ? 7 : 0.9, reason: `call ${calls}` }];
			},
		};
		const reasons = [];
		for (let round = 0; round < 2; round += 1)
			reasons.push(itemsOf(await build({ collectors: [counting] }))[0]?.because.reason);
		expect(reasons).toEqual(["call 1", "call 2"]);
		const wrong = await build({ collectors: [counting, finds(ids.paint ?? "")] });
		expect(wrong.metadata.collectorsFailed).toEqual([
			{ name: "own:counting", reason: expect.stringMatching(/no relevance from 0 to 1/) },
		]);
		expect(itemsOf(wrong).map(({ title }) => title)).toContain("Paint order");
		expect(() => createContextBuilder({}, { collectors: [counting, counting] })).toThrow(/name of its own/);
	});

	test("one that is registered with the graph serves chats and every other context, too", async () => {
		const store = new Store(bench.db);
		const own = new Skein(new Graph(store, { extensions: { collectors: [finds(ids.gale ?? "")] } }));
		const session = await own.as(bench.principal("ada"));
		const run = await session.ask({ text: "Which berth is free?", now: NOW });
		const used: string[] = [];
		for await (const event of run.follow())
			if (event.type === "context") used.push(...event.payload.metadata.collectorsUsed);
		expect(used).toContain("own:weather");
		await own.stopWork();
	});
});

describe("a program's own scorer and allocator", () => {
	test("[K7] the score is the scorer's, and the best comes first", async () => {
		const collectors = [finds(ids.gale ?? "", ids.paint ?? "")];
		for (const best of ["Gale warning", "Paint order"]) {
			const scorer = { score: ({ title }: { readonly title: string }) => (title === best ? 0.8 : 0.2) };
			const [first] = itemsOf(await build({ collectors, scorer }));
			expect([first?.title, first?.relevance]).toEqual([best, 0.8]);
		}
		await expect(build({ collectors, scorer: { score: () => Number.NaN } })).rejects.toThrow(/no score/);
	});

	test("[K7] the allocator says what gets room and how much; the rest is omitted and counted", async () => {
		const collectors = [finds(ids.gale ?? "", ids.paint ?? "")];
		const payload = await build({
			collectors,
			allocator: {
				allocate: (items, { total }) => ({
					items: items
						.filter(({ title }) => title === "Paint order")
						.map(({ blockId }) => ({ blockId, tokens: 60 })),
					usedTokens: 60,
					remainingBudget: total - 60,
				}),
			},
		});
		const [paint, ...others] = itemsOf(payload);
		expect([paint?.title, others]).toEqual(["Paint order", []]);
		expect(paint?.tokens).toBeLessThanOrEqual(60);
		expect(payload.omitted).toContainEqual(expect.objectContaining({ id: ids.gale, reason: "budget" }));
	});
});

describe("the library", () => {
	test("imports, calls tools, reads linked and mentioned entities, chats and exports", async () => {
		const folder = await mkdtemp(join(tmpdir(), "skein-library-"));
		await writeFile(join(folder, "Buoys.md"), "Three of them. See [[Gale warning]].\n");
		const report = await (await as("ada")).importFrom({ source: "markdown", path: folder });
		await rm(folder, { recursive: true });
		expect(report.entities.created).toBe(1);
		const made = await (await as("ada")).callTool("create_note", { title: "Anchor", body: "Heavy." });
		expect(made.text).toContain("Anchor");
		const session = await as("ada");
		const buoys = session.reader.graph.find("Buoys");
		const linked = await session.loadLinkedEntitiesContext(buoys?.id ?? "", "note", undefined, {
			includeDescriptions: true,
		});
		expect(linked.linkedEntities.notes?.map(({ name }) => name)).toEqual(["Gale warning"]);
		expect([linked.counts.total, linked.counts.tasks, linked.truncated]).toEqual([1, 0, false]);
		expect(formatLinkedEntitiesContext(linked, "abbreviated")).toContain(
			`### Notes (1 linked)\n\n- **Gale warning** [${ids.gale}]`,
		);
		expect(formatLinkedEntitiesContext(linked, "full")).toContain(`#### Gale warning [${ids.gale}]\n`);
		await expect(session.loadLinkedEntitiesContext(buoys?.id ?? "", "task")).rejects.toThrow();
		const { richEntities } = await session.buildRichEntityContext(["Buoys"]);
		expect(richEntities[0]).toMatchObject({ name: "Buoys", type_name: "Note", depth: 0 });
		const run = await session.ask({ text: "What do the buoys say?" });
		const types = [];
		for await (const event of run.follow()) types.push(event.type);
		expect([types[0], types.at(-1)]).toEqual(["start", "end"]);
		let exported = "";
		for await (const chunk of session.exportAs("jsonl")) exported += Buffer.from(chunk).toString();
		expect(exported).toContain("Three of them.");
	});
});
