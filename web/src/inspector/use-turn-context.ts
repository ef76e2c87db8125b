import { useQuery } from "@tanstack/react-query";
import type { ContextPayload } from "../api/api.ts";
import { readContext } from "../api/chat-calls.ts";
import type { Turn } from "../conversation/turn.ts";

export interface TurnContext {
	readonly payload: ContextPayload | null;
	readonly pending: boolean;
	readonly error: Error | null;
}

/** What a turn read: at hand when it came over the line, fetched when it is a stored one. */
export function useTurnContext(turn: Turn | undefined): TurnContext {
	const contextId = turn?.context === null ? turn.contextId : null;
	const stored = useQuery({
		queryKey: ["context", contextId],
		queryFn: ({ signal }) => readContext(contextId ?? "", { signal }),
		enabled: contextId !== null,
		// A kept context never changes; whether it may still be read does, and is asked with the chat.
		staleTime: 60_000,
		retry: false,
	});
	return {
		payload: turn?.context ?? stored.data ?? null,
		pending: turn?.running === true || (contextId !== null && stored.isPending),
		error: stored.error,
	};
}
