/** The memory of one import is bounded, by its cells and files; an unlimited number at once would end the process. */
const MOST_AT_ONCE = 2;

interface Waiting {
	readonly accountId: string;
	begin(): void;
}

/** Lets few imports run at a time, and one of each person: a person who starts many waits for themselves and keeps nobody waiting. */
export class ImportTurns {
	readonly #running = new Set<string>();
	readonly #waiting = new Set<Waiting>();

	/** Runs the work when its turn comes. One that is stopped before has no turn. */
	async run<Result>(
		{ accountId, signal }: { readonly accountId: string; readonly signal: AbortSignal },
		work: () => Promise<Result>,
	): Promise<Result> {
		await this.#wait(accountId, signal);
		try {
			return await work();
		} finally {
			this.#running.delete(accountId);
			this.#beginNext();
		}
	}

	#wait(accountId: string, signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const leave = (): void => {
				this.#waiting.delete(waiting);
				reject(signal.reason);
			};
			const waiting: Waiting = {
				accountId,
				begin: () => {
					signal.removeEventListener("abort", leave);
					resolve();
				},
			};
			if (signal.aborted) return leave();
			signal.addEventListener("abort", leave, { once: true });
			this.#waiting.add(waiting);
			this.#beginNext();
		});
	}

	#beginNext(): void {
		for (const waiting of this.#waiting) {
			if (this.#running.size >= MOST_AT_ONCE) return;
			if (this.#running.has(waiting.accountId)) continue;
			this.#waiting.delete(waiting);
			this.#running.add(waiting.accountId);
			waiting.begin();
		}
	}
}
