import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import type { StoredChat } from "../../../src/client/chat-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import type { ChatSession } from "./chat-session.ts";
import type { Draft } from "./draft.ts";
import { findHead, listQuestions, readStoredTurn } from "./stored-turns.ts";
import { readLiveTurn, type Turn } from "./turn.ts";

/** Returns the message that the next question follows. */
export function parentOfNext(turns: readonly Turn[]): string | null {
	const last = turns.at(-1);
	return last?.answerId ?? last?.parentId ?? null;
}

export type Conversation = ReturnType<typeof useConversation>;

export function useConversation(session: ChatSession) {
	const queries = useQueryClient();
	const state = useSyncExternalStore(session.subscribe, session.read);
	const { messages, status, error } = state.stream;
	const running = status === "submitted" || status === "streaming";
	const { id, queue } = state;
	const stored = useRead(["chat", id], (options) => skein.chats.read(id ?? "", options), {
		enabled: id !== null,
		staleTime: 0,
		retry: 1,
	});
	const chat = stored.data;
	const live = useMemo(() => readLiveTurn({ messages, error }, running), [messages, running, error]);
	const following = state.live && live !== null;
	const head = following ? live.parentId : state.head;
	const past = useMemo(
		() => (following && head === null ? [] : readPast(chat, head, session.streamed)),
		[chat, following, head, session],
	);
	const turns = useMemo(() => (following ? [...past, live] : past), [following, past, live]);
	const last = turns.at(-1);

	// A streamed turn is kept for the moment when another turn takes its place.
	useEffect(() => {
		if (following && !running && last?.questionId != null) session.streamed.set(last.questionId, last);
	}, [following, running, last, session]);

	// Once the server answers, the stored question has an id; once the answer ends, so does the answer, and the chat has
	// a name. Both are read again.
	useEffect(() => {
		if (status === "submitted") return;
		void queries.invalidateQueries({ queryKey: ["chat", id] });
		void queries.invalidateQueries({ queryKey: ["chats"] });
		void queries.invalidateQueries({ queryKey: ["approvals"] });
	}, [status, queries, id]);

	// A chat opened while it is being answered follows the running answer.
	const underWay = chat === undefined || state.live ? undefined : findRunning(chat);
	useEffect(() => {
		if (underWay !== undefined && !running) void session.resume(underWay);
	}, [session, underWay, running]);

	/** A question that never arrived is replaced by the next one. */
	function send(draft: Draft) {
		void session.ask({ draft, parentId: parentOfNext(turns) });
	}

	/** Sends a question at the end, or queues it while an answer is running. */
	function ask(draft: Draft) {
		if (running) session.set({ queue: [...queue.filter(({ text }) => text !== draft.text), draft] });
		else send(draft);
	}

	/** Sends a new version of an earlier question: unchanged, or with other words and files. */
	const askAgain = useCallback(
		({ asked, parentId }: Turn, change?: Partial<Draft>) =>
			void session.ask({ draft: { ...asked, ...change }, parentId }),
		[session],
	);
	const unqueue = useCallback(
		(gone: Draft) => session.set({ queue: session.read().queue.filter((draft) => draft !== gone) }),
		[session],
	);
	const choose = useCallback(
		(questionId: string) => {
			if (chat !== undefined && !running) session.set({ live: false, head: findHead(chat, questionId) });
		},
		[chat, running, session],
	);
	const stop = useCallback(() => void session.stop(), [session]);

	// A queued question is sent only after a complete answer: after a failed one, it may no longer make sense.
	const next = !running && last?.end?.state === "answered" ? queue[0] : undefined;
	const follow = useEffectEvent((draft: Draft) => {
		unqueue(draft);
		send(draft);
	});
	useEffect(() => {
		if (next !== undefined) follow(next);
	}, [next]);

	return {
		chat,
		/** Why the chat could not be read. */
		missing: stored.error,
		loading: id !== null && stored.isPending && live === null,
		reload: () => void stored.refetch(),
		turns,
		running,
		queue,
		ask,
		askAgain,
		unqueue,
		choose,
		stop,
	};
}

/**
 * Returns one branch of the chat, up to `head`. An answer may be so fresh that the chat was read before it was stored.
 */
function readPast(
	chat: StoredChat | undefined,
	head: string | null,
	streamed: ReadonlyMap<string, Turn>,
): readonly Turn[] {
	const isStored = head === null || chat?.messages.some(({ id }) => id === head) === true;
	const fresh = isStored ? undefined : [...streamed.values()].find(({ answerId }) => answerId === head);
	if (fresh !== undefined) {
		return [...(fresh.parentId === null ? [] : readPast(chat, fresh.parentId, streamed)), fresh];
	}
	if (chat === undefined) return [];
	return listQuestions(chat, head).map(
		(question) => streamed.get(question.id) ?? readStoredTurn(chat, question),
	);
}

function findRunning(chat: StoredChat) {
	const answer = chat.messages.findLast(({ role, state }) => role === "assistant" && state === "running");
	return answer && chat.messages.find(({ id }) => id === answer.parent_id);
}
