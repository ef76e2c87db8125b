import { afterAll, beforeAll, expect, test } from "vitest";
import { createContextBuilder } from "../../src/context/build-context.ts";
import { Graph, type Session } from "../../src/graph/graph.ts";
import { LocalEmbedder } from "../../src/graph/search/embed/local-embedder.ts";
import { Store } from "../../src/graph/store/store.ts";
import { openTestDatabase } from "../support/open-test-database.ts";

const NOTES = [
	{ title: "Cellars", body: "The river burst its banks and the basements stood under water for a week." },
	{ title: "Carpets", body: "Heavy rain ruined every room of the villa." },
	{ title: "Sky", body: "Clouds gathered over the hills before the storm." },
	{ title: "Canteen", body: "Soup on Mondays, fish on Fridays." },
	{ title: "Margraviate", body: "A note about old borders." },
];

let graph: Graph;
let user: Session;
beforeAll(async () => {
	graph = new Graph(new Store(await openTestDatabase()), { embedder: new LocalEmbedder() });
	const { workspaces } = graph.store;
	const { id: workspaceId } = await workspaces.create("Meaning");
	const { id: accountId } = await workspaces.ensureAccount({ email: "ada@example.org", display_name: "ada" });
	await workspaces.setMember(workspaceId, accountId, "owner");
	const { writer } = await graph.openSession({ workspaceId, accountId });
	await writer.commit(
		NOTES.map((note) => ({ op: "create", entity: { kind: "note", ...note } })),
		"test",
	);
	await graph.openSession({ workspaceId, accountId });
	await graph.index(workspaceId);
	user = await graph.openSession({ workspaceId, accountId });
});
afterAll(() => graph?.close());

async function findMatches(query: string, minThreshold: number): Promise<readonly string[]> {
	const builder = createContextBuilder({ collectors: { semantic: { minThreshold } } });
	const payload = await builder.build({ user, query, type: "search", now: "2026-01-01T00:00:00.000Z" });
	return payload.sections.flatMap(({ items }) => items.map(({ title }) => title));
}

test("a match that meaning alone found must not be far behind the nearest; words vouch for the others", async () => {
	const query = "flooded house";
	const [all, nearest] = [await findMatches(query, 0), await findMatches(query, 1)];
	expect(all.length).toBeGreaterThan(1);
	expect(nearest).toHaveLength(1);
	expect(all).toEqual(expect.arrayContaining([...nearest]));
	expect(await findMatches("flooded house, soup", 1)).toContain("Canteen");
});
