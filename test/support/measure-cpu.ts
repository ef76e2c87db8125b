/** How many milliseconds of processor time a piece of work takes. What others do on the machine does not count. */
export function measureCpu(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
