import { SkeinError } from "../../../graph/model/errors.ts";

/**
 * Counts open streams by person: one who opens thousands must not take the connections, disk and memory of everybody
 * else.
 */
export class OpenStreams {
	readonly #most: number;
	readonly #what: string;
	readonly #open = new Map<string, number>();

	constructor({ most, what }: { readonly most: number; readonly what: string }) {
		this.#most = most;
		this.#what = what;
	}

	/** Counts one more stream; the returned function ends it. */
	open(accountId: string): () => void {
		const count = this.#open.get(accountId) ?? 0;
		if (count >= this.#most) {
			throw new SkeinError(
				"too_many_requests",
				`You have ${this.#most} ${this.#what} open at once. Close some, then try again.`,
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
