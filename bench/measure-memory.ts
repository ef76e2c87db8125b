import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { round } from "../src/evaluate/figures.ts";

const MEGABYTE = 1_000_000;

/** Uncollected garbage belongs to no part and would be counted as the heap's. */
function collectGarbage(): void {
	setFlagsFromString("--expose-gc");
	const collect: () => void = runInNewContext("gc");
	collect();
}

/**
 * Returns the memory of the process, by part, in megabytes. `rss` is the system's figure; `graph`, `vectors` and
 * `engine` are the parts' own figures of memory outside the heap, and `rest` is the remainder: code, stacks, other
 * threads, and room that was needed once and has not been given back.
 */
export function measureMemory(
	{ vectors: vectorBytes = 0, ...parts }: Readonly<Record<string, number>>,
	engineBytes: number,
) {
	collectGarbage();
	const { rss, heapUsed } = process.memoryUsage();
	const graphBytes = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
	const megabytes = (bytes: number): number => round(bytes / MEGABYTE);
	return {
		rss: megabytes(rss),
		heap: megabytes(heapUsed),
		graph: megabytes(graphBytes),
		vectors: megabytes(vectorBytes),
		engine: megabytes(engineBytes),
		rest: megabytes(rss - heapUsed - graphBytes - vectorBytes - engineBytes),
	};
}
