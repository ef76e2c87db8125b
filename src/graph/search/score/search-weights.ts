/** How the search methods are combined; measured on five public sets with one configuration for all. */
export const FUSION = {
	/** In the words leg: a match in the title on top of the text, and the texts of edges. */
	title: 0.25,
	edge: 2,
	edgesCounted: 30,
	/** A passage that many texts hold alike counts this much. */
	repeated: 0.1,
	/** All passages of a text have its title: this much of a fit is judged by what a passage has beyond the others. */
	own: 0.5,
	words: 0.55,
	meaning: 0.45,
	/** Below this share of texts with vectors, meaning only decides between equals, by this weight. */
	leastCoverage: 0.5,
	tieBreak: 0.01,
	/** The weight of the earlier conversation, relative to the question. */
	background: 0.3,
	/** The cosine of the hit at this rank is the zero of the meaning leg. */
	meaningBase: 50,
	seeds: 3,
	seedPower: 4,
	focus: 0.1,
	restart: 0.5,
	epsilon: 1e-3,
	mostSteps: 5_000,
	direct: 0.2,
	graph: 0.8,
	/** The score of the best hit that no name makes certain. */
	uncertain: 0.95,
	/** How much a corrected word counts as evidence that anything here is about the question. */
	guess: 0.6,
	/** Below these a hit found by nothing else is not counted as a match. */
	leastMeaning: 0.2,
	leastGraph: 0.02,
} as const;

/** A text below the model's floor has nothing to do with the question, even when few are better. */
export interface CosineRange {
	readonly floor: number;
	readonly base: number;
	readonly best: number;
}

/** The best cosine, and the one at rank `meaningBase`; the floor where there are fewer. */
export function rangeOf(cosines: Iterable<number>, floor: number): CosineRange {
	const sorted = Float64Array.from(cosines)
		.filter((cosine) => cosine > floor)
		.sort();
	return { floor, base: sorted.at(-FUSION.meaningBase) ?? floor, best: sorted.at(-1) ?? floor };
}

/** Cosines as a leg: the best is 1, the base is 0. */
export function scaleCosines({ floor, base, best }: CosineRange): (cosine: number) => number {
	const span = best - base || 1;
	return (cosine) => {
		if (cosine <= floor) return 0;
		return best === base ? 1 : Math.max(0, (cosine - base) / span);
	};
}
