import { SkeinError } from "../../../graph/model/errors.ts";
import type { WatchOptions } from "../../../graph/transfer/watch/watch-folder.ts";
import { complain, talk } from "../terminal/talk.ts";

/** Runs at once and again after every change, until the command is interrupted. */
export async function watchPath(
	path: string,
	run: () => Promise<void>,
	tick?: WatchOptions["tick"],
): Promise<void> {
	const { watchFolder } = await import("../../../graph/transfer/watch/watch-folder.ts");
	talk(`watching ${path}; end with Ctrl-C`);
	const stop = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
	// A file that cannot be read now may be whole again at the next change.
	const tell = (error: unknown): void => {
		if (!(error instanceof SkeinError)) throw error;
		complain(error.message);
	};
	await watchFolder({
		folder: path,
		signal: stop.signal,
		onChange: () => run().catch(tell),
		onFault: ({ message }) =>
			complain(
				`Some of the folder cannot be followed (${message}). Changes in it are noticed only with the next change elsewhere.`,
			),
		...(tick && { tick: { ...tick, run: () => tick.run().catch(tell) } }),
	});
}
