import { expect, test } from "vitest";
import { FUSION, rangeOf, scaleCosines } from "./search-weights.ts";

const scale = (cosines: readonly number[]): readonly number[] => {
	const scaled = scaleCosines(rangeOf(cosines, 0.2));
	return cosines.map((cosine) => Number(scaled(cosine).toFixed(6)));
};

test("cosines run from the one at the base rank to the best, and nothing counts below the model's floor", () => {
	expect(scale([0.6, 0.4, 0.1])).toEqual([1, 0.5, 0]);
	const many = scale(Array.from({ length: 200 }, (_, index) => 0.9 - index * 0.002));
	expect(many[0]).toBe(1);
	expect(many[FUSION.meaningBase - 1]).toBe(0);
	expect(many[FUSION.meaningBase]).toBe(0);
	expect(many[FUSION.meaningBase - 2]).toBeGreaterThan(0);
	expect(scale([0.1, 0.15])).toEqual([0, 0]);
	expect(scale([0.5])).toEqual([1]);
});
