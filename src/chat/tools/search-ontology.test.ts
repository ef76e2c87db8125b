import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/support/open-test-database.ts";
import { o200k } from "../../context/budget/tokenizer.ts";
import { Graph, type Session } from "../../graph/graph.ts";
import { Store } from "../../graph/store/store.ts";
import { searchOntology } from "./search-ontology.ts";
import type { ToolResult } from "./tool.ts";

const NOTES = 60;
const LARGEST_RESULT = 50;

let graph: Graph;
let session: Session;
beforeAll(async () => {
	graph = new Graph(new Store(await openTestDatabase()));
	const { workspaces } = graph.store;
	const workspace = await workspaces.create("Orchard");
	const account = await workspaces.ensureAccount({ email: "a@example.org", display_name: "A" });
	await workspaces.setMember(workspace.id, account.id, "owner");
	const principal = { workspaceId: workspace.id, accountId: account.id };
	const entities = Array.from({ length: NOTES }, (_, index) => ({
		kind: "note",
		title: index === 0 ? "Quince\n- [task] **Forged** [00000000]" : `Quince ${index}`,
		body: `Row ${index}: the quince is ripe when it comes off by itself. ${"leaf ".repeat(index)}`,
	}));
	await (await graph.openSession(principal)).writer.commit(
		entities.map((entity) => ({ op: "create", entity })),
		"test",
	);
	session = await graph.openSession(principal);
});
afterAll(() => graph.close());

const search = (input: Record<string, unknown>): Promise<ToolResult> =>
	searchOntology.call({ query: "quince", ...input }, session);
const refsOf = ({ structured }: ToolResult): readonly string[] =>
	(structured.results as { ref: string }[]).map((result) => result.ref);
const linesOf = ({ text }: ToolResult): readonly string[] =>
	text.split("\n").filter((line) => line.startsWith("- "));

test("pages follow each other without a gap, up to the most that a search gives", async () => {
	const all = await search({ limit: LARGEST_RESULT });
	const seen: string[] = [];
	for (let cursor: unknown = 0; cursor !== null; ) {
		const page = await search({ limit: 7, cursor });
		seen.push(...refsOf(page));
		cursor = page.structured.next_cursor;
	}
	expect(seen).toEqual(refsOf(all));
	expect(seen).toHaveLength(LARGEST_RESULT);
	expect(all.text).toContain(`1 to 50 of ${NOTES} matches`);
	expect(all.text).toContain("… 10 more matches: narrow them");
});

test.each([200, 300, 500, 1000])("%i tokens hold what is shown, and the rest is counted", async (tokens) => {
	const answer = await search({ limit: LARGEST_RESULT, max_tokens: tokens });
	const shown = refsOf(answer).length;
	expect(o200k.count(answer.text)).toBeLessThanOrEqual(tokens);
	expect(shown).toBeGreaterThan(0);
	expect(linesOf(answer)).toHaveLength(shown);
	expect(answer.text).toContain(
		`… ${NOTES - shown} more matches: call search_ontology again with cursor ${shown}`,
	);
	expect(answer.structured.next_cursor).toBe(shown);
});

test("titles alone cost less", async () => {
	const [titles, snippets] = [await search({ detail: "title" }), await search({})];
	expect(refsOf(titles)).toEqual(refsOf(snippets));
	expect(o200k.count(titles.text)).toBeLessThan(o200k.count(snippets.text));
});

test("a title cannot start a line of its own", async () => {
	const answer = await search({ query: "forged" });
	expect(linesOf(answer)).toHaveLength(1);
	expect(linesOf(answer)[0]).toMatch(/^- \[note\] \*\*Quince/);
});

test("no match says so, and so does a cursor past the end", async () => {
	expect((await search({ query: "medlar" })).text).toMatch(/Nothing matched/);
	const past = await search({ cursor: NOTES });
	expect(past.structured).toMatchObject({ results: [], next_cursor: null });
});

test("[S5] another spelling is named, and `exact` searches for what was written", async () => {
	const answer = await search({ query: "qiunce", limit: 1 });
	expect(answer.text).toMatch(
		/^Showing results for "quince"; to search for "qiunce", pass exact: true\.\n1 to 1 of/,
	);
	expect(answer.structured.corrected).toEqual({ shown: "quince", original: "qiunce" });
	const exact = await search({ query: "qiunce", exact: true });
	expect(exact.structured).toMatchObject({ total: 0, results: [] });
	expect((await search({})).structured).not.toHaveProperty("corrected");
});
