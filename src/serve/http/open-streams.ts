import { SkeinError } from "../../graph/model/errors.ts";

/** Streams that one person may have open at a time; each holds a connection, and a server has only so many. */
const MOST_OPEN = 256;

/** How many event streams are open, by person: one who opens thousands must not take the connections of everybody else. */
export class OpenStreams {
	readonly #open = new Map<string, number>();

	/** Counts one more, until what it returns is called. */
	open(accountId: string): () => void {
		const count = this.#open.get(accountId) ?? 0;
		if (count >= MOST_OPEN) {
			throw new SkeinError(
				"too_many_requests",
				`You have ${MOST_OPEN} answers open at once. Close some, then try again.`,
				{ details: { retry_after: 1 } },
			);
		}
		this.#open.set(accountId, count + 1);
		let isOpen = true;
		return () => {
			if (!isOpen) return;
			isOpen = false;
			const left = (this.#open.get(accountId) ?? 1) - 1;
			if (left === 0) this.#open.delete(accountId);
			else this.#open.set(accountId, left);
		};
	}
}
