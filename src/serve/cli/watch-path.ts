import { watch } from "chokidar";
import { SkeinError } from "../../graph/model/errors.ts";
import { complain, talk } from "./talk.ts";

const SETTLE = 500;

/** Runs again after every change, once it has settled, until the command is interrupted. */
export async function watchPath(path: string, run: () => Promise<void>): Promise<void> {
	const watcher = watch(path, { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: SETTLE } });
	talk(`watching ${path}; end with Ctrl-C`);
	let isRunning = false;
	let isDue = false;
	const runAll = async (): Promise<void> => {
		isDue = true;
		if (isRunning) return;
		isRunning = true;
		while (isDue) {
			isDue = false;
			await run().catch((error: unknown) => {
				// What cannot be read now may be whole again at the next change.
				if (error instanceof SkeinError) complain(error.message);
				else throw error;
			});
		}
		isRunning = false;
	};
	await new Promise<void>((resolve, reject) => {
		watcher.on("all", () => void runAll().catch(reject));
		watcher.on("error", reject);
		for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
	}).finally(() => watcher.close());
}
