import { expect, test } from "vitest";
import { addScaled, FUSION, scaleCosines } from "./fuse-legs.ts";

test("the best of a row counts for its share, a row without scores for nothing", () => {
	const sum = Float64Array.of(1, 0, 0);
	addScaled(sum, Float64Array.of(2, 4, 0), 0.5);
	addScaled(sum, Float64Array.of(0, 0, 0), 9);
	expect([...sum]).toEqual([1.25, 0.5, 0]);
});

test("cosines run from the one at the base rank to the best, and nothing counts below the model's floor", () => {
	const few = scaleCosines(Float64Array.of(0.6, 0.4, 0.1, -1), 0.2);
	expect([...few].map((value) => Number(value.toFixed(6)))).toEqual([1, 0.5, 0, 0]);
	const many = Float64Array.from({ length: 200 }, (_, index) => 0.9 - index * 0.002);
	const scaled = scaleCosines(many, 0.2);
	expect(scaled[0]).toBe(1);
	expect(scaled[FUSION.meaningBase - 1]).toBe(0);
	expect(scaled[FUSION.meaningBase]).toBe(0);
	expect(scaled[FUSION.meaningBase - 2]).toBeGreaterThan(0);
	expect([...scaleCosines(Float64Array.of(0.1, 0.15), 0.2)]).toEqual([0, 0]);
	expect([...scaleCosines(Float64Array.of(0.5, -1), 0.2)]).toEqual([1, 0]);
});
