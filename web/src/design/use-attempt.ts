import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { say } from "./toasts.tsx";

interface Attempt {
	readonly busy: boolean;
	/**
	 * Runs a change, reads the data again that it may have changed, and shows the outcome. Returns null where it failed.
	 */
	readonly attempt: <T>(
		work: () => Promise<T>,
		notice: string,
		changed: readonly string[],
	) => Promise<T | null>;
}

/** Runs changes of the settings. */
export function useAttempt(): Attempt {
	const queries = useQueryClient();
	const [busy, setBusy] = useState(false);
	return {
		busy,
		attempt: async (work, notice, changed) => {
			setBusy(true);
			try {
				const done = await work();
				say({ text: notice });
				return done;
			} catch (error) {
				say({ text: `Not done. ${error instanceof Error ? error.message : ""}`, tone: "bad" });
				return null;
			} finally {
				setBusy(false);
				await Promise.all(changed.map((name) => queries.invalidateQueries({ queryKey: [name] })));
			}
		},
	};
}
