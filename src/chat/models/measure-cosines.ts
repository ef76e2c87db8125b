/** Pairs that say the same in other words; texts of different pairs have nothing to do with each other. */
const PAIRS: readonly (readonly [string, string])[] = [
	[
		"The bridge will be closed for repairs next week.",
		"Next week nobody can cross the bridge while it is mended.",
	],
	["Our supplier raised the price of steel.", "Steel from our vendor has become more expensive."],
	["She planted tomatoes in the garden.", "Tomatoes were put into the garden bed by her."],
	["The customer wants a refund.", "The client asks for the money back."],
	["Backups run every night at two.", "Each night at two o'clock the data is saved elsewhere."],
	["The meeting was moved to Thursday.", "They postponed the meeting until Thursday."],
];

export const MEASURED_TEXTS: readonly string[] = PAIRS.flat();

/** Some unrelated texts are close by chance, because both mention a day or money. */
const BELOW_FLOOR = 0.9;

export const multiply = (a: Float32Array, b: Float32Array): number =>
	a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/**
 * Measures a model's cosines on texts whose closeness is known: the floor is where unrelated texts end, the ceiling
 * where texts of equal content are. Models differ so much that a fixed scale finds everything or nothing.
 */
export function measureCosines(vectors: readonly Float32Array[]): {
	readonly floor: number;
	readonly ceiling: number;
} {
	const unrelated: number[] = [];
	let same = 0;
	for (const [first, a] of vectors.entries()) {
		for (const [second, b] of vectors.entries()) {
			if (second <= first) continue;
			const isPair = first % 2 === 0 && second === first + 1;
			if (isPair) same += multiply(a, b) / PAIRS.length;
			else unrelated.push(multiply(a, b));
		}
	}
	const floor = unrelated.sort((a, b) => a - b)[Math.floor(unrelated.length * BELOW_FLOOR)] ?? 0;
	// A model that cannot separate them still gets a scale; otherwise this would divide by zero.
	return { floor, ceiling: Math.max(same, floor + 0.05) };
}
