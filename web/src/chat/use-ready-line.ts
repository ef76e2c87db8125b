import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ProblemError } from "../api/api.ts";
import type { ChatSession } from "../conversation/chat-session.ts";
import { whenIdle } from "../design/when-idle.ts";
import { preloadAnswer } from "./answer.tsx";

/** Loads the code for an answer while the question is being written, and notices when the session has ended. */
export function useReadyLine(session: ChatSession, error: Error | null): void {
	const queries = useQueryClient();
	useEffect(
		() =>
			whenIdle(() => {
				preloadAnswer();
				// A failure is shown when the question is sent, which tries again.
				session.openLine().catch(() => undefined);
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
