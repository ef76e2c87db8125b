/** Checks the rights of a follower before an event is sent, when rights have moved or a second has gone by. */
export interface FollowerGuard<Event> {
	readonly maySend: () => Promise<boolean>;
	/** Whether rights may have moved since that was last asked, as far as this process knows. */
	readonly mayHaveMoved: () => boolean;
	/** The last event for a follower who has lost a right. */
	readonly instead: Event;
}

/** How long rights that another process has moved may go unnoticed, in milliseconds: a query at every word would cost more than the word. */
export const RIGHTS_EVERY = 1_000;

/**
 * Work that goes on whether or not anybody watches: an event log that only grows, and an abort of its own. A client
 * that leaves ends nothing; one that comes back reads the log from the start and then follows.
 */
export class Run<Event> {
	readonly #log: Event[] = [];
	readonly #abort = new AbortController();
	#wake: (() => void)[] = [];
	#over = false;
	readonly finished: Promise<void>;
	readonly #guard: FollowerGuard<Event> | undefined;
	readonly #startedAt = Date.now();

	constructor(work: (signal: AbortSignal) => AsyncIterable<Event>, guard?: FollowerGuard<Event>) {
		this.#guard = guard;
		this.finished = this.#record(work(this.#abort.signal));
	}

	stop(): void {
		this.#abort.abort();
	}

	/** Whether the logged events may be sent to a client that connects later. */
	async mayReplay(): Promise<boolean> {
		return this.#guard === undefined || this.#guard.maySend();
	}

	/** Everything from the first event on, waiting for more until the run is over. */
	async *follow(): AsyncGenerator<Event> {
		let checkedAt = this.#startedAt;
		for (let next = 0; ; ) {
			while (next < this.#log.length) {
				if (this.#guard && (this.#guard.mayHaveMoved() || Date.now() - checkedAt >= RIGHTS_EVERY)) {
					if (!(await this.#guard.maySend())) {
						yield this.#guard.instead;
						return;
					}
					checkedAt = Date.now();
				}
				yield this.#log[next] as Event;
				next += 1;
			}
			if (this.#over) return;
			await new Promise<void>((resolve) => this.#wake.push(resolve));
		}
	}

	async #record(events: AsyncIterable<Event>): Promise<void> {
		try {
			for await (const event of events) {
				this.#log.push(event);
				this.#wakeAll();
			}
		} finally {
			this.#over = true;
			this.#wakeAll();
		}
	}

	#wakeAll(): void {
		const waiting = this.#wake;
		this.#wake = [];
		for (const resolve of waiting) resolve();
	}
}
