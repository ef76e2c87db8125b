import { round } from "./figures.ts";

export interface RankingScore {
	readonly recallAt5: number;
	readonly recallAt10: number;
	readonly ndcgAt10: number;
	/** 1 when all sought entities are among the first eight. */
	readonly allAt8: number;
}

/** The means of many questions, under the names that they are printed by. */
export function averageScores(scores: readonly RankingScore[]) {
	const mean = (read: (score: RankingScore) => number): number =>
		round(scores.reduce((sum, score) => sum + read(score), 0) / (scores.length || 1));
	return {
		recall_at_5: mean(({ recallAt5 }) => recallAt5),
		recall_at_10: mean(({ recallAt10 }) => recallAt10),
		ndcg_at_10: mean(({ ndcgAt10 }) => ndcgAt10),
		all_at_8: mean(({ allAt8 }) => allAt8),
	};
}

export function scoreRanking(ranking: readonly string[], gold: readonly string[]): RankingScore {
	const sought = new Set(gold);
	const recallAt = (depth: number): number =>
		sought.size === 0 ? 0 : ranking.slice(0, depth).filter((id) => sought.has(id)).length / sought.size;
	const gainAt = (rank: number): number => 1 / Math.log2(rank + 2);
	const gained = ranking.slice(0, 10).reduce((sum, id, rank) => sum + (sought.has(id) ? gainAt(rank) : 0), 0);
	let possible = 0;
	for (let rank = 0; rank < Math.min(10, sought.size); rank += 1) possible += gainAt(rank);
	return {
		recallAt5: recallAt(5),
		recallAt10: recallAt(10),
		ndcgAt10: possible === 0 ? 0 : gained / possible,
		allAt8: recallAt(8) === 1 ? 1 : 0,
	};
}
