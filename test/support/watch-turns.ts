const TICK = 5;

/**
 * The longest time in which nobody else was answered, in milliseconds of processor time: what other programs do on the machine
 * does not count.
 */
export function watchTurns(): { longest(): number; stop(): void } {
	let longest = 0;
	let at = performance.now();
	let used = process.cpuUsage();
	const timer = setInterval(() => {
		const { user, system } = process.cpuUsage(used);
		const now = performance.now();
		// The engine's thread works at the same time; a turn is never longer than the time that went by.
		longest = Math.max(longest, Math.min((user + system) / 1_000, now - at));
		at = now;
		used = process.cpuUsage();
	}, TICK);
	return { longest: () => longest, stop: () => clearInterval(timer) };
}
