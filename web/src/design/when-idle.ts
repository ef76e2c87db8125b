/** Does it once the page is drawn and at rest; the answer calls it off. */
export function whenIdle(work: () => void): () => void {
	// Safari has no idle callbacks.
	if (!("requestIdleCallback" in globalThis)) {
		const timer = setTimeout(work, 500);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(work, { timeout: 2000 });
	return () => cancelIdleCallback(handle);
}
