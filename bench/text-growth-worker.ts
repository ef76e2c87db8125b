import { measureCpu, measureSuspects } from "./measure-growth.ts";
import { TEXT_READERS } from "./text-readers.ts";

/**
 * A process that measures readers of text without garbage collection: it is started with room for all that a megabyte of text
 * leaves behind, and collects between readings. Otherwise what a short text leaves behind is dropped for nothing, while what
 * a long one leaves is moved first, and linear work looks as if it grew.
 */
process.on("message", (name: string) => {
	const read = TEXT_READERS[name];
	const growth =
		read === undefined
			? []
			: measureSuspects(read, (work) => {
					globalThis.gc?.();
					return measureCpu(work);
				});
	process.send?.(growth);
});
