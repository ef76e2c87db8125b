/** Three digits: more would suggest a precision that one run does not have. */
export const round = (value: number): number => Number(value.toPrecision(3));

export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export interface Latency {
	readonly p50: number;
	readonly p95: number;
}

export const latencyOf = (times: readonly number[]): Latency => ({
	p50: round(percentile(times, 0.5)),
	p95: round(percentile(times, 0.95)),
});

/** How long it takes, in milliseconds, with what it gave. */
export async function time<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
	const started = performance.now();
	const result = await work();
	return { ms: performance.now() - started, result };
}
