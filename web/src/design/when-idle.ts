/** Runs some work once the page is drawn and idle; the returned function cancels it. */
export function whenIdle(work: () => void): () => void {
	// Safari has no idle callbacks.
	if (!("requestIdleCallback" in globalThis)) {
		const timer = setTimeout(work, 500);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(work, { timeout: 2000 });
	return () => cancelIdleCallback(handle);
}
