import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION = 10;
const NANOSECONDS = 1e6;

/** How late timers fire, in milliseconds. */
export interface EventLoopLag {
	readonly p50: number;
	readonly p99: number;
	readonly max: number;
}

/** Each answer covers the time since the one before it. */
export function watchEventLoop(): () => EventLoopLag {
	const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
	histogram.enable();
	// The timer itself fires that late when nothing else is going on.
	const lateness = (nanoseconds: number): number =>
		Math.max(0, Math.round((nanoseconds / NANOSECONDS - RESOLUTION) * 10) / 10);
	return () => {
		const lag = {
			p50: lateness(histogram.percentile(50)),
			p99: lateness(histogram.percentile(99)),
			max: lateness(histogram.max),
		};
		histogram.reset();
		return lag;
	};
}
