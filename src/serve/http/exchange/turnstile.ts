import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Lets one request in for each turn of the event loop. A burst that came in at once would otherwise be worked on in one
 * turn, and everything else on the loop (streams, timers, the health check) would wait for all of it.
 */
export function makeTurnstile(): () => Promise<void> {
	const waiting: (() => void)[] = [];

	async function letIn(): Promise<void> {
		while (waiting.length > 0) {
			await nextTurn();
			waiting.shift()?.();
		}
	}
	return () =>
		new Promise((resolve) => {
			// While others wait, they are being let in already.
			if (waiting.push(resolve) === 1) void letIn();
		});
}
