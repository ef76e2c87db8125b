import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/support/open-test-database.ts";
import { workspace as demo, UNRESOLVED_LINKS } from "../../test/support/read-demo.ts";
import { Graph } from "../graph/graph.ts";
import { scanWikilinks } from "../graph/model/scan-wikilinks.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";
import { Store } from "../graph/store/store.ts";
import { loadDemo } from "./load-demo.ts";

const TODAY = "2026-11-15";
const views = new Map<string, GraphView>();
let graph: Graph;

beforeAll(async () => {
	graph = new Graph(new Store(await openTestDatabase()));
	const workspace = await loadDemo(graph, TODAY);
	for (const { id, ...person } of demo.accounts) {
		const account = await graph.store.workspaces.ensureAccount(person);
		const session = await graph.openSession({ workspaceId: workspace.id, accountId: account.id });
		views.set(id, session.reader.graph);
	}
});
afterAll(() => graph.close());

function viewOf(account: string): GraphView {
	const view = views.get(account);
	if (view === undefined) throw new Error(`The demo has no account "${account}".`);
	return view;
}

const titlesOf = (account: string): string[] => [...viewOf(account).nodes()].map((node) => node.title);

test("each of the three sees as much as the guide to the demo says", () => {
	expect(demo.accounts.map(({ id }) => [id, viewOf(id).size])).toEqual([
		["maren", 256],
		["priya", 216],
		["sylvie", 40],
	]);
});

test("the member and the guest have nothing in common to read", () => {
	const seenByGuest = new Set(titlesOf("sylvie"));
	expect(titlesOf("priya").filter((title) => seenByGuest.has(title))).toEqual([]);
});

test("a private item is hidden even from the owner of the workspace", () => {
	const draft = "Asking for a second firmware engineer";
	expect(viewOf("priya").find(draft)).toBeDefined();
	expect(viewOf("maren").find(draft)).toBeUndefined();
	expect(viewOf("maren").find("Where I would walk away")).toBeDefined();
	expect(viewOf("priya").find("Where I would walk away")).toBeUndefined();
});

test("the reason for the waiting modem decision is there for the owner alone", () => {
	const decision = "Stock three years of BT-40 modems before the last order date";
	const reason = "Hold back the modem stock order until the exclusivity ends";
	expect(["maren", "priya", "sylvie"].map((key) => viewOf(key).find(decision) !== undefined)).toEqual([
		true,
		true,
		false,
	]);
	expect(["maren", "priya", "sylvie"].map((key) => viewOf(key).find(reason) !== undefined)).toEqual([
		true,
		false,
		true,
	]);
});

test("every link in a text has become an edge, and every stated edge is there", () => {
	const view = viewOf("maren");
	const lost = demo.entities.flatMap(({ title, body }) => {
		const source = view.find(title);
		if (source === undefined) return [];
		const linked = new Set(
			view
				.linksOf(source.id)
				.filter(({ edge, seenFrom }) => edge.origin === "link" && seenFrom === "outgoing")
				.map(({ other }) => other.title),
		);
		return scanWikilinks(body)
			.map((link) => link.target)
			.filter((target) => !linked.has(target));
	});
	expect(lost.sort()).toEqual([...UNRESOLVED_LINKS].sort());
	const stated = [...view.nodes()].flatMap((node) =>
		view.linksOf(node.id).filter(({ edge, seenFrom }) => edge.origin === "stated" && seenFrom === "outgoing"),
	);
	expect(stated).toHaveLength(demo.edges.length);
});
