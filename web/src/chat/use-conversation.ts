import { useChat } from "@ai-sdk/react";
import { useCallback, useMemo, useState } from "react";
import type { Draft } from "./draft.ts";
import { openSession } from "./open-session.ts";
import { readTurns, type Turn } from "./turn.ts";

export interface Conversation {
	readonly turns: readonly Turn[];
	readonly running: boolean;
	readonly ask: (draft: Draft) => void;
	readonly askAgain: () => void;
	readonly stop: () => void;
	readonly startOver: () => void;
}

/** Re-rendering Markdown on every token costs more than the eye can use. */
const renderEvery = 50;

export function useConversation(): Conversation {
	const [session, setSession] = useState(openSession);
	const { messages, status, error, sendMessage, regenerate } = useChat({
		chat: session.chat,
		experimental_throttle: renderEvery,
	});
	const running = status === "submitted" || status === "streaming";

	const turns = useMemo(() => readTurns({ messages, running, error }), [messages, running, error]);
	const ask = useCallback(
		(draft: Draft) => void sendMessage({ text: draft.text.trim(), metadata: draft }),
		[sendMessage],
	);
	const askAgain = useCallback(() => void regenerate(), [regenerate]);
	const stop = useCallback(() => void session.stop(), [session]);
	const startOver = useCallback(() => {
		void session.chat.stop();
		setSession(openSession());
	}, [session]);

	return { turns, running, ask, askAgain, stop, startOver };
}
