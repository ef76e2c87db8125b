import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Graph, type Session } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import type { NewEntity } from "../../src/graph/model/entity.ts";
import { LocalEmbedder } from "../../src/graph/search/embed/local-embedder.ts";
import { searchEntities } from "../../src/graph/search/search-entities.ts";
import type { LegName, SearchHit } from "../../src/graph/search/view/search-query.ts";
import { Store } from "../../src/graph/store/store.ts";
import { openTestDatabase } from "../support/open-test-database.ts";

const NOTES: readonly (Pick<NewEntity, "title" | "body"> & { visibility?: "private" })[] = [
	{ title: "Pier survey", body: "Divers from Brannock Telemetry photographed the second pier." },
	{ title: "Brannock Telemetry", body: "A firm of nine people near the estuary. Its founder is Iain Muir." },
	{ title: "Quarterly invoice", body: "Paid by Iain Muir after two reminders." },
	{ title: "Cellars", body: "The river burst its banks and the basements stood under water for a week." },
	{ title: "Canteen", body: "Soup on Mondays, fish on Fridays." },
	{ title: "Margraviate", body: "A note about old borders." },
	{ title: "Diary", body: "Brannock Telemetry margarine", visibility: "private" },
];

let graph: Graph;
let principal: Principal;
let guest: Principal;
let session: Session;
beforeAll(async () => {
	graph = new Graph(new Store(await openTestDatabase()), { embedder: new LocalEmbedder() });
	const { workspaces } = graph.store;
	const { id: workspaceId } = await workspaces.create("Legs");
	const [ada, ben] = await Promise.all(
		["ada", "ben"].map((name) =>
			workspaces.ensureAccount({ email: `${name}@example.org`, display_name: name }),
		),
	);
	for (const account of [ada, ben]) await workspaces.setMember(workspaceId, account?.id ?? "", "owner");
	principal = { workspaceId, accountId: ada?.id ?? "" };
	guest = { workspaceId, accountId: ben?.id ?? "" };
	const { writer } = await graph.openSession(guest);
	await writer.commit(
		NOTES.map((entity) => ({ op: "create", entity: { kind: "note", ...entity } })),
		"test",
	);
	await graph.openSession(principal);
	await graph.index(workspaceId);
	session = await graph.openSession(principal);
});
afterAll(() => graph?.close());

const find = async (
	query: string,
	options: { without?: LegName[]; limit?: number } = {},
): Promise<readonly SearchHit[]> =>
	session.reader.graph.search({ query, queryVector: await session.reader.embedQuery(query), ...options })
		.hits;
const hitOf = (hits: readonly SearchHit[], title: string): SearchHit | undefined =>
	hits.find(({ node }) => node.title === title);
const legsOf = (hit: SearchHit | undefined): readonly LegName[] => hit?.legs.map(({ leg }) => leg) ?? [];

describe("[S7] every hit says which ways of searching found it", () => {
	test("meaning finds what shares no word with the question", async () => {
		const hits = await find("flooding");
		expect(hits[0]?.node.title).toBe("Cellars");
		expect(legsOf(hits[0])).toContain("meaning");
		expect(legsOf(hits[0])).not.toContain("words");
		expect(hitOf(await find("flooding", { without: ["meaning", "fuzzy"] }), "Cellars")).toBeUndefined();
	});

	test("the graph leads from what matches to what it mentions, and tells the way", async () => {
		const hits = await find("divers photographed", { without: ["meaning"] });
		expect(hits.map(({ node }) => node.title).slice(0, 2)).toEqual(["Pier survey", "Brannock Telemetry"]);
		const reached = hitOf(hits, "Brannock Telemetry");
		expect(legsOf(reached)).toEqual(["graph"]);
		expect(reached?.path).toMatchObject([
			{ title: "Pier survey" },
			{
				title: "Brannock Telemetry",
				relation: "mentions",
				direction: "outgoing",
				through: "brannock telemetry",
			},
		]);
		const shared = hitOf(hits, "Quarterly invoice");
		expect(shared?.path?.at(-1)).toMatchObject({ relation: "shares_name", through: "iain muir" });
		expect(
			hitOf(await find("divers photographed", { without: ["meaning", "graph"] }), "Brannock Telemetry"),
		).toBe(undefined);
	});

	test("a typing mistake is forgiven, and a word that only others may read corrects nothing", async () => {
		const hits = await find("margraviat", { without: ["meaning"] });
		expect(legsOf(hitOf(hits, "Margraviate"))).toContain("fuzzy");
		expect(await find("margarinne", { without: ["meaning"] })).toEqual([]);
	});

	test("what nothing is about finds nothing", async () => {
		expect(await find("zzqx vvkp")).toEqual([]);
	});
});

test("[S7] the answer counts all matches and shows the best", async () => {
	const answer = await searchEntities(session.reader, { query: "Brannock pier Iain", limit: 1 });
	expect(answer.results).toHaveLength(1);
	expect(answer.total).toBeGreaterThan(2);
	expect(answer.results[0]?.legs.every(({ rank, score }) => rank >= 1 && score > 0 && score <= 1)).toBe(true);
	const plain = await searchEntities(session.reader, { query: "flooding", semantic: false });
	expect(plain.results).toEqual([]);
});

test("[S8] what a reader may not see moves none of their scores", async () => {
	const before = (await find("Brannock Telemetry Iain")).map(({ node, score, legs }) => [
		node.title,
		score,
		legs,
	]);
	const { writer, reader } = await graph.openSession(guest);
	const diary = reader.graph.find("Diary");
	await writer.commit([{ op: "delete", id: diary?.id ?? "" }], "test");
	session = await graph.openSession(principal);
	const after = (await find("Brannock Telemetry Iain")).map(({ node, score, legs }) => [
		node.title,
		score,
		legs,
	]);
	expect(after).toEqual(before);
});

test("[S9] only what changed is embedded again, and the coverage tells how far it is", async () => {
	const { workspaceId } = principal;
	expect(await graph.indexingProgress(workspaceId)).toMatchObject({
		pending: 0,
		failed: 0,
		model: "minilm-l6-v2-int8",
	});
	const canteen = session.reader.graph.find("Canteen");
	expect(hitOf(await find("wet weather leaking into the building"), "Canteen")).toBeUndefined();
	const { writer } = await graph.openSession(guest);
	await writer.update({
		id: canteen?.id ?? "",
		version: canteen?.version ?? 0,
		patch: { body: "Heavy rain came through the roof, and the kitchen is soaked." },
		via: "test",
	});
	expect(await graph.indexingProgress(workspaceId)).toMatchObject({ pending: 1 });
	await graph.index(workspaceId);
	expect(await graph.indexingProgress(workspaceId)).toMatchObject({ pending: 0 });
	session = await graph.openSession(principal);
	expect(legsOf(hitOf(await find("wet weather leaking into the building"), "Canteen"))).toContain("meaning");
});
