import { afterAll, beforeAll, expect, test } from "vitest";
import type { SkeinSession } from "../src/open-skein.ts";
import { type Demo, NOW, openDemo } from "./support/open-demo.ts";

const QUERIES = [
	"Which risks threaten the launch and what mitigates them?",
	"Why did the hinge supplier change?",
	"modem last order date",
	"flood warning for the wardens",
	"What was decided about the battery?",
];
const BUDGETS = [200, 400, 800, 1600, 4000];
const NEAR = 0.6;

let demo: Demo;
let session: SkeinSession;
beforeAll(async () => {
	demo = await openDemo();
	session = await demo.as("maren@rillmark.example");
});
afterAll(() => demo.close());

test("[N11] a match far below the best stands whole or not at all, and is counted", async () => {
	let weak = 0;
	let strong = 0;
	for (const query of QUERIES) {
		const { hits } = session.reader.graph.search({ query, skipArchived: true, limit: 100 });
		const scores = new Map(hits.map(({ node, score }) => [node.id, score]));
		const best = hits[0]?.score ?? 0;
		const isWeak = (id: string): boolean => (scores.get(id) ?? 0) < NEAR * best;
		for (const total of BUDGETS) {
			const { sections, omitted, serialized } = await session.buildContext({
				...{ query, now: NOW, type: "search", budget: { total } },
			});
			const items = sections.flatMap((section) => section.items);
			for (const { id, form, because } of items) {
				if (because.collector !== "search") continue;
				if (!isWeak(id)) strong += 1;
				else expect(form, `${query} ${total} ${id}`).toBe("full");
			}
			const left = omitted.filter(({ id }) => isWeak(id));
			expect(left.filter(({ reason }) => reason !== "limit" && reason !== "relevance")).toEqual([]);
			if (left.length > 0) expect(serialized).toMatch(/and \d+ more/);
			weak += left.length;
		}
	}
	expect(weak).toBeGreaterThan(10);
	expect(strong).toBeGreaterThan(10);
});

test("[L13] [L5] a context is the same whether its texts and forms were kept or not", async () => {
	const fresh = await openDemo();
	try {
		const reader = await fresh.as("priya@rillmark.example");
		const build = async (query: string) => {
			const { serialized, omitted } = await reader.buildContext({ query, now: NOW });
			return { serialized, omitted };
		};
		const first = new Map<string, Awaited<ReturnType<typeof build>>>();
		for (const query of QUERIES) first.set(query, await build(query));
		for (const query of QUERIES.toReversed()) expect(await build(query)).toEqual(first.get(query));
	} finally {
		await fresh.close();
	}
}, 60_000);
