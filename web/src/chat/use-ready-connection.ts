import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ProblemError } from "../api/api.ts";
import type { ChatSession } from "../conversation/chat-session.ts";
import { preloadAnswer } from "./answer.tsx";

/** Loads the code for an answer while the question is being written, and notices when the session has ended. */
export function useReadyConnection(session: ChatSession, error: Error | null): void {
	const queries = useQueryClient();
	useEffect(
		() =>
			whenIdle(() => {
				preloadAnswer();
				// A failure is shown when the question is sent, which tries again.
				session.openConnection().catch(() => undefined);
			}),
		[session],
	);
	// A question can be the first call to learn that the session has ended: reading the profile again leads to the
	// sign-in page.
	const signedOut = error instanceof ProblemError && error.status === 401;
	useEffect(() => {
		if (signedOut) void queries.invalidateQueries({ queryKey: ["me"] });
	}, [signedOut, queries]);
}

/** Runs some work once the page is drawn and idle; the returned function cancels it. */
function whenIdle(work: () => void): () => void {
	// Safari has no idle callbacks.
	if (!("requestIdleCallback" in globalThis)) {
		const timer = setTimeout(work, 500);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(work, { timeout: 2000 });
	return () => cancelIdleCallback(handle);
}
