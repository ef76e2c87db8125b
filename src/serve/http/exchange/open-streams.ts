import { SkeinError } from "../../../graph/model/errors.ts";

/**
 * Counts open streams by person: one who opens thousands must not take the connections, disk and memory of everybody
 * else. Returns a function that counts one more stream of a person; what that returns ends it.
 */
export function limitStreams({ most, what }: { readonly most: number; readonly what: string }) {
	const open = new Map<string, number>();
	return (accountId: string): (() => void) => {
		const count = open.get(accountId) ?? 0;
		if (count >= most) {
			throw new SkeinError(
				"too_many_requests",
				`You have ${most} ${what} open at once. Close some, then try again.`,
				{ details: { retry_after: 1 } },
			);
		}
		open.set(accountId, count + 1);
		let isOpen = true;
		return () => {
			if (!isOpen) return;
			isOpen = false;
			const left = (open.get(accountId) ?? 1) - 1;
			if (left === 0) open.delete(accountId);
			else open.set(accountId, left);
		};
	};
}
