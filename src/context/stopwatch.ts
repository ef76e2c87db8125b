/** Milliseconds by stage, for showing where the time of a build went. */
export class Stopwatch {
	readonly timings: Record<string, number> = {};
	#last = performance.now();

	lap(stage: string): void {
		const now = performance.now();
		this.timings[stage] = Number((now - this.#last).toFixed(3));
		this.#last = now;
	}
}
