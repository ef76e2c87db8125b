import { percentile, round } from "../src/evaluate/figures.ts";
import type { BenchFigures } from "./bench.ts";

/** Figures of many rounds, by what was measured. */
export class Measured {
	readonly #values = new Map<string, number[]>();

	add(name: string, value: number): void {
		const known = this.#values.get(name);
		if (known) known.push(value);
		else this.#values.set(name, [value]);
	}

	p(share: number, name: string): number {
		return round(percentile(this.#values.get(name) ?? [], share));
	}

	mean(name: string): number {
		const values = this.#values.get(name) ?? [];
		return round(values.reduce((sum, value) => sum + value, 0) / (values.length || 1));
	}

	list(prefix: string): BenchFigures {
		const names = [...this.#values.keys()].filter((name) => name.startsWith(prefix)).sort();
		return Object.fromEntries(
			names.flatMap((name) => [
				[`${name}_p50_ms`, this.p(0.5, name)],
				[`${name}_p95_ms`, this.p(0.95, name)],
			]),
		);
	}
}
