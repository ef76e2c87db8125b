/** What a provider reported for a prompt, beside what we had counted for it. */
export interface ReportedUsage {
	readonly model: string;
	/** Our count without any factor. */
	readonly counted: number;
	readonly reported: number;
}

/** No family we know of needs more tokens than this for each of ours; a prompt that is refused costs more than room left empty. */
const FIRST_FACTOR = 1.6;
const RATIOS_KEPT = 50;
/** Nine prompts of ten needed no more than this. */
const QUANTILE = 0.9;

/**
 * Learns how many tokens a model needs for each of ours from what its provider reports. It starts high and comes down
 * with every report, so that it rather leaves room empty than fills more than there is.
 */
export class TokenCalibration {
	readonly #ratios = new Map<string, readonly number[]>();

	observe({ model, counted, reported }: ReportedUsage): void {
		if (counted <= 0 || reported <= 0) return;
		const ratios = [...(this.#ratios.get(model) ?? []), reported / counted];
		this.#ratios.set(model, ratios.slice(-RATIOS_KEPT));
	}

	factorOf(model: string): number {
		const ratios = [...(this.#ratios.get(model) ?? [])].sort((a, b) => a - b);
		if (ratios.length === 0) return FIRST_FACTOR;
		const seen = ratios[Math.min(ratios.length - 1, Math.floor(QUANTILE * ratios.length))] as number;
		const doubt = Math.max(0, FIRST_FACTOR - seen) / (1 + ratios.length) ** 2;
		return seen + doubt;
	}
}
