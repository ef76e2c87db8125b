import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ProblemError } from "../../../src/client/connection.ts";
import type { ChatSession } from "../conversation/chat-session.ts";
import { parentOfNext, useConversation } from "../conversation/use-conversation.ts";
import { useDraft } from "../conversation/use-draft.ts";
import { useDryRun } from "../inspector/use-dry-run.ts";
import { useMe } from "../route/use-me.ts";
import { preloadAnswer } from "./answer.tsx";

/** A session's conversation, the question being written, and the context that it would get now. */
export function useChat(session: ChatSession) {
	const me = useMe();
	const state = useDraft(session);
	const conversation = useConversation(session);
	const { turns, chat } = conversation;
	const dryRun = useDryRun(state.draft, state.draft.model ?? me.model?.id ?? null, {
		chatId: chat?.id ?? null,
		parentId: parentOfNext(turns),
	});
	useReadyConnection(session, turns.at(-1)?.error ?? null);
	return { state, conversation, dryRun };
}

/** Loads the code for an answer while the question is being written, and notices when the session has ended. */
function useReadyConnection(session: ChatSession, error: Error | null): void {
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
