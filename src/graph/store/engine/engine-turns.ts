/** Shares the engine: any number of reads at once, or one exclusive use; in the order of their requests. */
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

	/** Begins after the exclusive use before it, and runs at the same time as other reads. */
	beside<Result>(work: () => Promise<Result>): Promise<Result> {
		const reading = this.#reading;
		const result = this.#alone.then(work);
		const done: Promise<unknown> = result.catch(() => undefined).then(() => reading.delete(done));
		reading.add(done);
		return result;
	}
}
