/** How well a ranking found what it should have, for one question. */
export interface RankingScore {
	readonly recallAt5: number;
	readonly recallAt10: number;
	readonly ndcgAt10: number;
	/** 1 when all sought entities are among the first eight. */
	readonly allAt8: number;
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
