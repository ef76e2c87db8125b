/** Nine prompts of ten needed no more than this. */
const QUANTILE = 0.9;
/** A provider that reports less or more than this share of our count counts something else than the prompt. */
const BELIEVABLE = { least: 0.25, most: 4 };

/**
 * How many tokens a model needed for each of ours, by what its provider reported for a prompt; nothing where the figures
 * cannot be those of one prompt.
 */
export function measureRatio(input: {
	/** Our count without any factor. */
	readonly counted: number;
	readonly reported: number;
}): number | undefined {
	const ratio = input.reported / input.counted;
	return ratio >= BELIEVABLE.least && ratio <= BELIEVABLE.most ? ratio : undefined;
}

/**
 * How many tokens a model is to be granted for each of ours. It starts with what its family is known to need at most and
 * moves to what the provider reports: too high leaves room empty, too low gets a whole prompt refused.
 */
export function learnFactor(reported: readonly number[], first: number): number {
	const ratios = [...reported].sort((a, b) => a - b);
	const seen = ratios[Math.min(ratios.length - 1, Math.floor(QUANTILE * ratios.length))];
	if (seen === undefined) return first;
	const doubt = Math.max(0, first - seen) / (1 + ratios.length) ** 2;
	return seen + doubt;
}
