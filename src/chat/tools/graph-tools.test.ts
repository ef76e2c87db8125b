import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Demo, openDemo } from "../../../test/support/open-demo.ts";
import { o200k } from "../../context/budget/tokenizer.ts";
import type { Session } from "../../graph/graph.ts";
import { newId } from "../../graph/model/ids.ts";
import { getEntityRelationships } from "./get-entity-relationships.ts";
import { getLinkedEntities } from "./get-linked-entities.ts";
import { getProjectGraph } from "./get-project-graph.ts";
import { listEntities } from "./list-entities.ts";
import type { Tool, ToolResult } from "./tool.ts";

const MOST_TOKENS = 8000;

let demo: Demo;
let session: Session;
let guest: Session;
beforeAll(async () => {
	demo = await openDemo();
	session = await demo.as("maren@rillmark.example");
	guest = await demo.as("sylvie@marchetti-advisers.example");
});
afterAll(() => demo.close());

/** Every page of an answer, each within its budget. */
async function readAll(tool: Tool, input: Record<string, unknown>): Promise<readonly ToolResult[]> {
	const pages: ToolResult[] = [];
	for (let cursor: unknown = 0; cursor !== null; ) {
		const page = await tool.call({ ...input, cursor }, session);
		expect(o200k.count(page.text)).toBeLessThanOrEqual(MOST_TOKENS);
		pages.push(page);
		cursor = page.structured.next_cursor;
	}
	return pages;
}

describe("get_linked_entities", () => {
	test("[N7] tells state, type, relation with direction and the whole description, by kind", async () => {
		const entity = { entity_id: "Re-cut the lid tool for the Lindqvist hinge", entity_kind: "task" };
		const input = { ...entity, detail: "full" };
		const { text, structured } = await getLinkedEntities.call(input, session);
		const plan = session.reader.graph.find("Hinge change");
		expect(text).toMatch(
			/^## Linked Entities for: Re-cut the lid tool for the Lindqvist hinge \[\w{8}\]\n\n/,
		);
		expect(text).toContain(
			`### Plans (1 total)\n\n#### Hinge change [${plan?.ref}]\n\n- **State:** active\n- **Type:** plan.phase.recovery\n- **Relationship:** belongs_to_plan (outgoing)\n- **Description:** From cracked pins to a lid that closes: samples, tool, second salt-spray run.\n`,
		);
		expect(text).toContain("- **Direction:** this belongs to it\n");
		expect(text).toContain("### Dependent Tasks (4 total)");
		expect(text).toContain("- **Relationship:** depends_on (incoming)");
		expect(text).toContain("- **Relationship:** project context document\n");
		const neighbours = new Set(
			session.reader.graph
				.linksOf(String(session.reader.graph.find(input.entity_id)?.id))
				.map(({ other }) => other.id),
		);
		expect(structured.total).toBe(neighbours.size);
	});

	test("[N7] lists titles unless asked for more, each with the mark of its relation and the direction in words", async () => {
		const input = { entity_id: "Re-cut the lid tool for the Lindqvist hinge" };
		const titles = await getLinkedEntities.call(input, session);
		expect(titles.text).toMatch(
			/^- depends_on \(incoming\) \[task\] \*\*.+\*\* \[\w{8}\] \(in_progress\): it depends on this$/m,
		);
		expect(titles.text).toMatch(/^- blocked_by \(outgoing\) .+: this is blocked by it$/m);
		const full = await getLinkedEntities.call({ ...input, detail: "full" }, session);
		expect(o200k.count(titles.text)).toBeLessThan(o200k.count(full.text) * (2 / 3));
		expect(titles.structured).toEqual(full.structured);
	});

	test("[N7] shows one kind alone, and pages hold everything once", async () => {
		const { graph } = session.reader;
		const [busiest] = [...graph.nodes()].sort(
			(a, b) => graph.linksOf(b.id).length - graph.linksOf(a.id).length,
		);
		const pages = await readAll(getLinkedEntities, { entity_id: busiest?.id });
		const refs = pages.flatMap(({ structured }) =>
			(structured.linked as { ref: string }[]).map(({ ref }) => ref),
		);
		const neighbours = new Set(graph.linksOf(busiest?.id ?? "").map(({ other }) => other.ref));
		expect([...refs].sort()).toEqual([...neighbours].sort());
		const { text } = await getLinkedEntities.call(
			{ entity_id: busiest?.ref, filter_kind: "plan", detail: "full" },
			session,
		);
		expect([...text.matchAll(/^### (\w+)/gm)].map(([, heading]) => heading)).toEqual(["Plans"]);
	});

	test("[L4] a wrong kind, a hidden entity and an unknown one are one answer", async () => {
		const hidden = session.reader.graph.find("Hinge change");
		const ask = (entity_id: unknown, of: Session, entity_kind?: string) =>
			getLinkedEntities
				.call({ entity_id, entity_kind }, of)
				.catch((error) => ({ code: error.code, message: error.message }));
		const unknown = await ask(newId(), guest);
		expect(unknown).toMatchObject({ code: "not_found" });
		expect(await ask(hidden?.ref, guest)).toEqual(unknown);
		expect(await ask(hidden?.ref, session, "goal")).toEqual(unknown);
	});
});

describe("get_project_graph", () => {
	test("[N2] light is one block of JSON that names what it leaves out", async () => {
		const { text, structured } = await getProjectGraph.call({ project_id: "Heron 2 bridge gauge" }, session);
		const graph = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? "null");
		const { nodes, edges } = structured as { nodes: object[]; edges: object[] };
		expect(graph.nodes).toHaveLength(nodes.length);
		expect(Object.keys(graph.edges[0])).toEqual(
			expect.arrayContaining(["src_id", "src_kind", "dst_id", "dst_kind", "rel"]),
		);
		expect(Object.keys(edges[0] ?? {})).toContain("id");
		expect(graph.coverage.goals).toEqual({ total: 4, direct: 2, unlinked: 2, isolated: 0 });
		expect(text).toMatch(/… \d+ more nodes: call get_project_graph with detail full\n$/);
	});

	test("[N2] full comes in pages that hold every member", async () => {
		const pages = await readAll(getProjectGraph, { project_id: "Heron 2 bridge gauge", detail: "full" });
		const ids = pages.flatMap(({ structured }) => (structured.nodes as { id: string }[]).map(({ id }) => id));
		expect(new Set(ids).size).toBe(pages[0]?.structured.total);
		expect(pages.length).toBeGreaterThan(1);
	});
});

describe("list_entities", () => {
	test("[N3] lists what coverage counts", async () => {
		const count = async (linked: string): Promise<unknown> =>
			(await listEntities.call({ project_id: "Heron 2 bridge gauge", linked }, session)).structured.total;
		expect(await Promise.all(["direct", "unlinked", "isolated"].map(count))).toEqual([23, 67, 3]);
	});

	test("lists by rule and state, newest change first, in pages without a gap", async () => {
		const pages = await readAll(listEntities, { kind: "task", only: "open", limit: 7 });
		const refs = pages.flatMap(({ structured }) =>
			(structured.entities as { ref: string }[]).map(({ ref }) => ref),
		);
		const open = [...session.reader.graph.nodes()].filter(
			({ kind, state_key }) => kind === "task" && state_key !== "done",
		);
		expect([...refs].sort()).toEqual(open.map(({ ref }) => ref).sort());
		const changes = refs.map((ref) => session.reader.graph.find(ref)?.updated_at ?? "");
		expect(changes).toEqual([...changes].sort().reverse());
		const blocked = await listEntities.call({ kind: "task", only: "blocked" }, guest);
		expect(blocked.structured).toMatchObject({ total: 1 });
		await expect(listEntities.call({ kind: "soup" }, session)).rejects.toMatchObject({
			code: "unknown_kind",
		});
	});
});

test("get_entity_relationships tells every edge with its id and the words on it", async () => {
	const { graph } = session.reader;
	const goal = graph.find("Heron 2 hangs under the first hundred bridges");
	const { text, structured } = await getEntityRelationships.call({ entity_id: goal?.ref }, session);
	const edges = graph.linksOf(goal?.id ?? "").map(({ edge }) => edge.id);
	expect((structured.edges as { edge_id: string }[]).map(({ edge_id }) => edge_id)).toEqual(edges);
	expect(text).toContain("Customers sign only with the five-year figure in the contract.");
	expect(text).toMatch(
		/^- depends_on \(outgoing\) \[goal\] \*\*Five years on one battery pack\*\* \[\w{8}\]: /m,
	);
});
