import { relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { watch } from "chokidar";
import { LONGEST_PATH } from "../files/source-file.ts";

/** An editor writes a file in several steps; all of them count as one change. */
const QUIET = 300;

export interface WatchOptions {
	readonly folder: string;
	/** Runs at the start, and after every change. Never twice at a time. */
	readonly onChange: () => Promise<void>;
	/** Runs this often, for changes that come from the other side. */
	readonly tick?: { readonly every: number; readonly run: () => Promise<void> };
	/** The system does not let some of the folder be followed. */
	readonly onFault: (error: Error) => void;
	readonly signal: AbortSignal;
}

/** Follows a folder until it is stopped; an error in a round ends the watch. */
export async function watchFolder({ folder, onChange, tick, onFault, signal }: WatchOptions): Promise<void> {
	// No import reads what is hidden or too deep, and the watcher gives up on a path that is too long for the system.
	const isPassedOver = (path: string): boolean => {
		const inside = relative(folder, path).replaceAll("\\", "/");
		return /(?:^|\/)\.[^/]/.test(inside) || Buffer.byteLength(inside) > LONGEST_PATH;
	};
	const watcher = watch(folder, { ignoreInitial: true, ignored: isPassedOver, followSymlinks: false });
	// Without a listener, one folder that may not be read would end the process.
	watcher.on("error", (error) => onFault(error as Error));
	let isDirty = true;
	let wake: () => void = () => {};
	watcher.on("all", () => {
		isDirty = true;
		wake();
	});
	const stop = (): void => wake();
	signal.addEventListener("abort", stop);
	try {
		while (!signal.aborted) {
			if (isDirty) {
				await pause(QUIET);
				isDirty = false;
				await onChange();
			} else if (tick) await tick.run();
			if (isDirty || signal.aborted) continue;
			await new Promise<void>((resolve) => {
				const timer = tick && setTimeout(resolve, tick.every);
				wake = () => {
					clearTimeout(timer);
					resolve();
				};
			});
		}
	} finally {
		signal.removeEventListener("abort", stop);
		await watcher.close();
	}
}
