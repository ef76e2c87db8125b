import { afterAll, beforeAll, expect, test } from "vitest";
import { queryGraph } from "../../src/graph/query-graph.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";

let demo: Demo;
beforeAll(async () => {
	demo = await openDemo();
});
afterAll(() => demo.close());

const ask = async (person: string, wql: string, subject?: string): Promise<string[]> => {
	const { reader } = await demo.as(person);
	const question = { wql, this: subject, now: new Date(NOW), timeZone: "Europe/Copenhagen" };
	return queryGraph(reader.graph, question).rows.map((row) => row.title);
};
const MAREN = "maren@rillmark.example";
const SYLVIE = "sylvie@marchetti-advisers.example";

test("[Q1] finds entities of a kind by their fields", async () => {
	const found = await ask(MAREN, "SELECT t FROM task WHERE t.state = blocked ORDER BY t.priority");
	const { reader } = await demo.as(MAREN);
	const blocked = [...reader.graph.nodes()].filter(
		(node) => node.kind === "task" && node.state_key === "blocked",
	);
	expect(found.length).toBeGreaterThan(2);
	expect([...found].sort()).toEqual(blocked.map((node) => node.title).sort());
});

test("[Q1] {this} is the entity that is asked about", async () => {
	const members = await ask(MAREN, "SELECT p FROM Person WHERE p.team = {this}", "Firmware and data");
	expect(members).toContain("Priya Raghunathan");
});

test("[R12] a query answers on what its reader may see, and counts nothing else", async () => {
	expect(await ask(SYLVIE, "SELECT p FROM Person")).toEqual([]);
	expect((await ask(SYLVIE, "SELECT t FROM task")).length).toBeLessThan(
		(await ask(MAREN, "SELECT t FROM task")).length,
	);
	await expect(
		ask(SYLVIE, "SELECT p FROM Person WHERE p.team = {this}", "Firmware and data"),
	).rejects.toMatchObject({
		code: "not_found",
	});
});

test("a query that cannot be read says where and what was expected", async () => {
	await expect(ask(MAREN, "SELECT t FROM")).rejects.toMatchObject({ code: "invalid_query" });
});
