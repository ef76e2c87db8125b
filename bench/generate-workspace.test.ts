import { expect, test } from "vitest";
import { generateWorkspace } from "./generate-workspace.ts";

const shape = { seed: 7, entities: 5_000, edges: 12_500 };

test("the same seed gives the same workspace, another seed another one", () => {
	expect(generateWorkspace(shape)).toEqual(generateWorkspace(shape));
	expect(generateWorkspace({ ...shape, seed: 8 })).not.toEqual(generateWorkspace(shape));
});

test("texts have a median of about 40 words and a mean of about 120", () => {
	const lengths = generateWorkspace(shape)
		.entities.filter(({ kind }) => kind !== "note")
		.map(({ body = "" }) => body.split(" ").length)
		.sort((a, b) => a - b);
	const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
	expect(lengths[Math.floor(lengths.length / 2)]).toBeGreaterThan(35);
	expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(46);
	expect(mean).toBeGreaterThan(95);
	expect(mean).toBeLessThan(145);
});

test("as many entities and edges as asked for, a few of them with many edges", () => {
	const { projects, entities, edges } = generateWorkspace(shape);
	expect(projects.length + entities.length).toBe(5_000);
	expect(edges.length).toBe(12_500);
	const degrees = new Map<string, number>();
	for (const { dst_id: id } of edges) degrees.set(id, (degrees.get(id) ?? 0) + 1);
	const sorted = [...degrees.values()].sort((a, b) => b - a);
	expect(sorted[0]).toBeGreaterThan(10 * (edges.length / entities.length));
});
