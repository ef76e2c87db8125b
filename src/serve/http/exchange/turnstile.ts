/**
 * Lets one request in for each turn of the event loop. A burst that came in at once would otherwise be worked on in one
 * turn, and everything else on the loop (streams, timers, the health check) would wait for all of it.
 */
export class Turnstile {
	readonly #waiting: (() => void)[] = [];
	#isTurning = false;

	pass(): Promise<void> {
		return new Promise((resolve) => {
			this.#waiting.push(resolve);
			if (this.#isTurning) return;
			this.#isTurning = true;
			setImmediate(() => this.#turn());
		});
	}

	#turn(): void {
		this.#waiting.shift()?.();
		this.#isTurning = this.#waiting.length > 0;
		if (this.#isTurning) setImmediate(() => this.#turn());
	}
}
