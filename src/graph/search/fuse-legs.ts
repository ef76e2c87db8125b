/** How the ways of searching are laid together; measured on five public sets with one configuration for all. */
export const FUSION = {
	/** In the words leg: a match in the title on top of the text, and what stands on edges. */
	title: 0.2,
	edge: 2,
	edgesCounted: 30,
	/** A word that was corrected counts less than one that was written. */
	corrected: 0.7,
	words: 0.55,
	meaning: 0.45,
	/** The cosine of the hit at this rank is the zero of the meaning leg. */
	meaningBase: 50,
	seeds: 3,
	seedPower: 4,
	focus: 0.1,
	restart: 0.5,
	epsilon: 2e-3,
	mostSteps: 5_000,
	direct: 0.2,
	graph: 0.8,
	/** Below these a hit found by nothing else is not counted as a match. */
	leastMeaning: 0.2,
	leastGraph: 0.02,
} as const;

export function largestOf(values: Float64Array): number {
	let largest = 0;
	for (const value of values) if (value > largest) largest = value;
	return largest;
}

/** Adds one row of scores to another, its best laid onto `share`. A row without any score adds nothing. */
export function addScaled(into: Float64Array, values: Float64Array, share: number): void {
	const largest = largestOf(values);
	if (largest === 0) return;
	for (let index = 0; index < into.length; index += 1) {
		into[index] = (into[index] as number) + ((values[index] ?? 0) / largest) * share;
	}
}

/**
 * Cosines as a leg: the best is 1, the one at rank `meaningBase` is 0. What lies below the model's floor has nothing
 * to do with the question, however few better ones there are. Documents without a vector carry -1.
 */
export function scaleCosines(cosines: Float64Array, floor: number): Float64Array {
	const sorted = cosines.filter((cosine) => cosine > floor).sort();
	const best = sorted.at(-1) ?? floor;
	const base = sorted.at(-FUSION.meaningBase) ?? floor;
	const span = best - base || 1;
	return cosines.map((cosine) =>
		cosine <= floor ? 0 : best === base ? 1 : Math.max(0, (cosine - base) / span),
	);
}
