import { latencyOf, percentile, round, time } from "../src/evaluate/figures.ts";
import { addTo } from "../src/graph/model/group-by.ts";

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

export function nameLatency(name: string, times: readonly number[]): Readonly<Record<string, number>> {
	const { p50, p95 } = latencyOf(times);
	return { [`${name}_p50_ms`]: p50, [`${name}_p95_ms`]: p95 };
}

/** Milliseconds that each round takes, without those that warm up. */
export async function timeRounds(
	rounds: number,
	work: (round: number) => unknown,
	warmUp = 0,
): Promise<readonly number[]> {
	const times: number[] = [];
	for (let round = 0; round < warmUp + rounds; round += 1)
		times.push((await time(async () => work(round))).ms);
	return times.slice(warmUp);
}

export class Measured {
	readonly #values = new Map<string, number[]>();

	add(name: string, value: number): void {
		addTo(this.#values, name, value);
	}

	p(share: number, name: string): number {
		return round(percentile(this.#values.get(name) ?? [], share));
	}

	mean(name: string): number {
		const values = this.#values.get(name) ?? [];
		return round(values.reduce((sum, value) => sum + value, 0) / (values.length || 1));
	}

	/** Returns the median and the slow end of each measurement whose name begins so. */
	list(prefix: string): BenchFigures {
		const names = [...this.#values.keys()].filter((name) => name.startsWith(prefix)).sort();
		return Object.fromEntries(
			names.flatMap((name) => Object.entries(nameLatency(name, this.#values.get(name) ?? []))),
		);
	}
}
