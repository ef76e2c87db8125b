/** What a run of a benchmark is given. Figures of one run may be compared with each other, never with another run's. */
export interface BenchOptions {
	readonly entities: number;
	readonly seed: number;
	/** An empty folder of its own, removed afterwards. */
	readonly folder: string;
	readonly databaseUrl?: string;
	/** A folder with a set of things to measure on, for those that take one. */
	readonly set?: string;
	/** A folder of notes to import instead of a generated one. */
	readonly vault?: string;
	readonly onProgress: (step: string) => void;
}

export type BenchFigures = Readonly<Record<string, number | string | null>>;

export interface Bench {
	readonly name: string;
	readonly about: string;
	run(options: BenchOptions): Promise<BenchFigures>;
}

export const seconds = (milliseconds: number): number => Math.round(milliseconds) / 1000;

export const round = (value: number): number => Number(value.toPrecision(3));

export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** How long it takes, in milliseconds, with what it gave. */
export async function time<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
	const started = performance.now();
	const result = await work();
	return { ms: performance.now() - started, result };
}
