import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** What a container may use of each period, as the kernel writes it: `200000 100000`, or `max` for no limit. */
const LIMIT_FILE = "/sys/fs/cgroup/cpu.max";

function readLimit(): number {
	try {
		const [quota, period] = readFileSync(LIMIT_FILE, "utf8").trim().split(" ").map(Number);
		return Number.isFinite(quota) && Number.isFinite(period) ? Number(quota) / Number(period) : Infinity;
	} catch {
		return Infinity;
	}
}

/** How many cores are ours. More threads than that use up a container's share, and then all of it stands still. */
export const countCores = (): number =>
	Math.max(1, Math.floor(Math.min(availableParallelism(), readLimit())));
