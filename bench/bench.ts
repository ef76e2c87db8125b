/** The options of a benchmark run. Figures of one run may be compared with each other, never with another run's. */
export interface BenchOptions {
	readonly entities: number;
	readonly seed: number;
	/** An empty folder of its own, removed afterwards. */
	readonly folder: string;
	readonly databaseUrl?: string;
	/** A folder with a set of entities and questions to measure on, for the benches that take one. */
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
