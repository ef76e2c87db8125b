interface Sample {
	readonly at: number;
	readonly pending: number;
}

/** An older measurement does not show the present pace: other work may have begun or ended. */
const REMEMBERED_MS = 60_000;
/** Two measurements in quick succession would differ by one batch more or less. */
const APART_MS = 2_000;

/** Goes by passages: entities are complete only with their last one, hardly any at first and all of them at the end. */
export class IndexingPace {
	#samples: readonly Sample[] = [];

	/** Takes down how many wait. Tells how many seconds are left, once there is a pace to go by. */
	note(pending: number, at: number): number | undefined {
		const last = this.#samples.at(-1);
		// More than before has come in, or it is done: what was measured so far is about something else.
		if (pending === 0 || (last && pending > last.pending)) this.#samples = [];
		if (!last || this.#samples.length === 0 || at - last.at >= APART_MS) {
			this.#samples = [...this.#samples.filter((sample) => at - sample.at <= REMEMBERED_MS), { at, pending }];
		}
		const [first] = this.#samples;
		if (pending === 0 || first === undefined || first.pending <= pending) return undefined;
		return Math.round((pending * (at - first.at)) / (first.pending - pending) / 1_000);
	}
}
