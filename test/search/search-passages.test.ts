import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Graph, type Session } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import type { NewEntity } from "../../src/graph/model/entity.ts";
import { analyseText } from "../../src/graph/search/words/analyse-text.ts";
import { Store } from "../../src/graph/store/store.ts";
import { openDemo } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { Random } from "../support/random.ts";

const filler = (topic: string, length: number): string =>
	`The ${topic} was looked at again and nothing new came of it. `.repeat(Math.ceil(length / 60)).trim();
const FOOTER =
	"Reviewed by the archive office; reproduction of the original only with consent of the harbour board.";

const NOTES: readonly NewEntity[] = [
	{
		kind: "note",
		title: "Harbour wall",
		aliases: ["HW-17"],
		body: `# Harbour wall\n\n${filler("wall", 60_000)}\n\n## Ice\n\nBoats moor at the quiet quay once the ice is thick.\n\n${filler("crane", 3_000)}`,
	},
	{ kind: "note", title: "crane driver", aliases: ["AN"], body: filler("rope", 300) },
	{ kind: "note", title: "Board minutes", body: "The harbour board gave its consent to the crane." },
	{ kind: "note", title: "Quay repairs", body: filler("quay", 1_500) },
	...Array.from({ length: 6 }, (_, index) => ({
		kind: "note",
		title: `Ledger ${index}`,
		body: `# Ledger ${index}\n\n${filler(`page ${index}`, 1_500)}\n\n## Imprint\n\n${FOOTER}`,
	})),
];

let graph: Graph;
let ada: Principal;
let session: Session;
beforeAll(async () => {
	graph = new Graph(new Store(await openTestDatabase()));
	const { workspaces } = graph.store;
	const { id: workspaceId } = await workspaces.create("Passages");
	const account = await workspaces.ensureAccount({ email: "ada@example.org", display_name: "Ada" });
	await workspaces.setMember(workspaceId, account.id, "owner");
	ada = { workspaceId, accountId: account.id };
	const { writer } = await graph.openSession(ada);
	await writer.commit(
		NOTES.map((entity) => ({ op: "create", entity })),
		"test",
	);
	session = await graph.openSession(ada);
}, 120_000);
afterAll(() => graph.close());

const search = (query: string) => session.reader.graph.search({ query, limit: 20 }).hits;

test("[S30] what stands at the end of a long text is found, with the passage that holds it", () => {
	const [best] = search("where do boats moor when there is ice");
	expect(best?.node.title).toBe("Harbour wall");
	expect(best?.passages[0]?.ordinal).toBeGreaterThan(50);
	expect(best?.passages[0]?.score).toBe(1);
});

test("[S34] a passage that many texts hold alike speaks for none of them", () => {
	const hits = search("consent of the harbour board");
	expect(hits[0]?.node.title).toBe("Board minutes");
	for (const { node, passages } of hits) if (node.title.startsWith("Ledger")) expect(passages).toEqual([]);
});

describe("[S31] names", () => {
	test("an alias or identifier in a question is certain, a plain word in it is not", () => {
		const [named, ...others] = search("What does HW-17 say about the quay?");
		expect(named).toMatchObject({ score: 1, node: { title: "Harbour wall" } });
		expect(others.every(({ score }) => score < 1)).toBe(true);
		expect(search("quay").every(({ score }) => score < 1)).toBe(true);
	});

	test("a small limit does not cut what the question names", () => {
		const query = "ledger board minutes consent harbour HW-17";
		for (const limit of [1, 2, 50]) {
			const [first] = session.reader.graph.search({ query, limit }).hits;
			expect(first).toMatchObject({ score: 1, node: { title: "Harbour wall" } });
		}
	});

	test("a short alias inside another word of a long question is no name", () => {
		const isNamed = (query: string): boolean =>
			search(query).some(({ score, node }) => score === 1 && node.title === "crane driver");
		const LONG = "Who looks after a crane driver when storms have washed stones and sand away";
		expect(isNamed(`${LONG} for ANnual repairs?`)).toBe(false);
		expect(isNamed(`${LONG} for the AN?`)).toBe(false);
		expect(isNamed("crane driver")).toBe(true);
	});

	test("two plain words in a long question are a name only where they are written as one", () => {
		const isNamed = (query: string): boolean =>
			search(query).some(({ score, node }) => score === 1 && node.title === "Harbour wall");
		expect(isNamed("harbour wall repairs")).toBe(true);
		expect(isNamed("Who looks after the Harbour wall when storms have washed stones and sand away?")).toBe(
			true,
		);
		expect(isNamed("Who looks after a harbour wall when storms have washed stones and sand away?")).toBe(
			false,
		);
	});

	test("the exact title of anything in the demo comes first, and equal titles tie", async () => {
		const demo = await openDemo();
		try {
			const { reader } = await demo.as("maren@rillmark.example");
			const nodes = [...reader.graph.nodes()].filter(({ archived_at }) => archived_at === null);
			const random = new Random(16);
			for (let round = 0; round < 250; round += 1) {
				const { title } = random.pick(nodes);
				const { hits } = reader.graph.search({ query: title, limit: 10 });
				expect(hits[0], title).toMatchObject({ score: 1, node: { title } });
			}
		} finally {
			await demo.close();
		}
	}, 120_000);
});

test("[S32] what holds every word of a question is not behind what only the graph reached", async () => {
	const demo = await openDemo();
	try {
		const { reader } = await demo.as("maren@rillmark.example");
		const nodes = [...reader.graph.nodes()];
		const random = new Random(32);
		let reached = 0;
		for (let round = 0; round < 250; round += 1) {
			const words = random
				.pick(nodes)
				.title.split(/\s+/)
				.filter((word) => word.length > 3);
			const query = [
				random.pick(words.length > 0 ? words : ["harbour"]),
				random.pick(words.length > 0 ? words : ["wall"]),
			].join(" ");
			const { hits } = reader.graph.search({ query });
			const wordsIn = reader.graph.matchWords(query);
			const wanted = new Set(analyseText(query)).size;
			const places = hits.map((hit) => ({
				holdsAll: wordsIn(hit.node.id).length >= wanted,
				isReached: hit.legs.every(({ leg }) => leg === "graph"),
			}));
			const first = places.findIndex(({ isReached }) => isReached);
			if (first < 0) continue;
			reached += 1;
			expect(
				places.slice(first).some(({ holdsAll }) => holdsAll),
				query,
			).toBe(false);
		}
		expect(reached).toBeGreaterThan(50);
	} finally {
		await demo.close();
	}
}, 120_000);
