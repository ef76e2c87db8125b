/** Who has the engine: any number that only read, side by side, or one alone; in the order in which they came. */
export class EngineTurns {
	#alone: Promise<unknown> = Promise.resolve();
	/** Those that read and came after the last one that is to be alone. */
	#reading = new Set<Promise<unknown>>();

	/** Begins when everything that came before is done. */
	alone<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = Promise.all([this.#alone, ...this.#reading]).then(work);
		this.#alone = result.catch(() => undefined);
		this.#reading = new Set();
		return result;
	}

	/** Begins when whoever was to be alone is done, beside all others that read. */
	beside<Result>(work: () => Promise<Result>): Promise<Result> {
		const reading = this.#reading;
		const result = this.#alone.then(work);
		const done: Promise<unknown> = result.catch(() => undefined).then(() => reading.delete(done));
		reading.add(done);
		return result;
	}
}
