/**
 * Lets one request in for each turn of the event loop. A burst that came in at once would otherwise be worked on in one
 * turn, and everything else on the loop (streams, timers, the health check) would wait for all of it.
 */
export function makeTurnstile(): () => Promise<void> {
	const waiting: (() => void)[] = [];

	function turn(): void {
		waiting.shift()?.();
		if (waiting.length > 0) setImmediate(turn);
	}
	return () =>
		new Promise((resolve) => {
			// While others wait, a turn is on its way.
			if (waiting.push(resolve) === 1) setImmediate(turn);
		});
}
