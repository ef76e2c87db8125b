import { expect, test } from "vitest";
import { scoreRanking } from "./score-ranking.ts";

const others = (count: number): string[] => Array.from({ length: count }, (_, index) => `other ${index}`);

test("everything first is perfect, nothing found is nothing", () => {
	expect(scoreRanking(["a", "b", "c"], ["b", "a"])).toEqual({
		recallAt5: 1,
		recallAt10: 1,
		ndcgAt10: 1,
		allAt8: 1,
	});
	expect(scoreRanking(others(20), ["a"])).toEqual({ recallAt5: 0, recallAt10: 0, ndcgAt10: 0, allAt8: 0 });
	expect(scoreRanking(["a"], []).ndcgAt10).toBe(0);
});

test("a later place counts less, and the depths are five, eight and ten", () => {
	const sixth = scoreRanking([...others(5), "a"], ["a"]);
	expect(sixth).toMatchObject({ recallAt5: 0, recallAt10: 1, allAt8: 1 });
	expect(sixth.ndcgAt10).toBeCloseTo(1 / Math.log2(7), 10);
	expect(scoreRanking([...others(8), "a"], ["a"])).toMatchObject({ recallAt10: 1, allAt8: 0 });
	expect(scoreRanking([...others(10), "a"], ["a"])).toMatchObject({ recallAt10: 0, ndcgAt10: 0 });
	expect(scoreRanking(["a", ...others(9)], ["a", "b"])).toMatchObject({ recallAt5: 0.5, allAt8: 0 });
});
