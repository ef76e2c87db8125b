import { useChat } from "@ai-sdk/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { readChat, readContext, type StoredChat } from "./chat-calls.ts";
import type { ChatSession } from "./chat-session.ts";
import type { Draft } from "./draft.ts";
import { recallDraft } from "./recall-draft.ts";
import { findAnswer, findHead, listQuestions, readStoredTurn } from "./stored-turns.ts";
import { readLiveTurn, type Turn } from "./turn.ts";

export interface Conversation {
	readonly chat: StoredChat | undefined;
	/** Why the chat could not be read. */
	readonly missing: Error | null;
	readonly loading: boolean;
	readonly reload: () => void;
	readonly turns: readonly Turn[];
	readonly running: boolean;
	readonly queue: readonly Draft[];
	/** Asks at the end, or, while an answer is under way, after it. */
	readonly ask: (draft: Draft) => void;
	/** Asks in place of an earlier question: its words or others. */
	readonly askAgain: (turn: Turn, text?: string) => void;
	readonly unqueue: (draft: Draft) => void;
	readonly choose: (questionId: string) => void;
	readonly stop: () => void;
}

/** Re-rendering Markdown on every token costs more than the eye can use. */
const renderEvery = 50;

export function useConversation(session: ChatSession): Conversation {
	const queries = useQueryClient();
	const state = useSyncExternalStore(session.subscribe, session.read);
	const { messages, status, error } = useChat({ chat: session.chat, experimental_throttle: renderEvery });
	const streaming = status === "submitted" || status === "streaming";
	const running = streaming || state.asking;
	const { id, queue } = state;
	const stored = useQuery({
		queryKey: ["chat", id],
		queryFn: ({ signal }) => readChat(id ?? "", { signal }),
		enabled: id !== null,
		staleTime: 0,
		retry: 1,
	});
	const chat = stored.data;
	const live = useMemo(
		() => readLiveTurn({ messages, running: streaming, error }),
		[messages, streaming, error],
	);
	const following = state.live && live !== null;
	const head = following ? live.parentId : state.head;
	const past = useMemo(
		() => (chat === undefined || (following && head === null) ? [] : readPast(chat, head, session.told)),
		[chat, following, head, session],
	);
	const turns = useMemo(
		() => (following ? [...past, identify(live, chat)] : past),
		[following, past, live, chat],
	);
	const last = turns.at(-1);

	// What came over the line is kept for when another turn takes its place.
	useEffect(() => {
		if (following && !streaming && last?.questionId != null) session.told.set(last.questionId, last);
	}, [following, streaming, last, session]);

	// What the server made of the question once it answers, and of the answer once it ends: ids, the name of the chat.
	useEffect(() => {
		if (status === "submitted") return;
		void queries.invalidateQueries({ queryKey: ["chat", id] });
		void queries.invalidateQueries({ queryKey: ["chats"] });
	}, [status, queries, id]);

	// A chat that is opened while it is being answered goes on where it is.
	const underWay = chat === undefined || state.live ? undefined : findRunning(chat);
	useEffect(() => {
		if (underWay !== undefined && !streaming) void session.resume(underWay);
	}, [session, underWay, streaming]);

	/** The answer above may be so fresh that its id is not known yet. */
	async function findParent(): Promise<string | null> {
		if (last === undefined) return null;
		if (last.answerId !== null) return last.answerId;
		if (id === null) return last.parentId;
		const fresh = await queries.fetchQuery({ queryKey: ["chat", id], queryFn: () => readChat(id) });
		return identify(last, fresh).answerId ?? last.parentId;
	}

	async function send(draft: Draft) {
		session.set({ asking: true });
		try {
			// A chat that cannot be read just now is still asked: the server then says itself what is wrong.
			const parentId = await findParent().catch(() => last?.parentId ?? null);
			await session.ask({ draft, parentId });
		} finally {
			session.set({ asking: false });
		}
	}

	function ask(draft: Draft) {
		if (running) session.set({ queue: [...queue.filter(({ text }) => text !== draft.text), draft] });
		else void send(draft);
	}

	const askAgain = useCallback(
		async (turn: Turn, text?: string) => {
			const draft = await recallAsked(turn);
			await session.ask({ draft: { ...draft, text: text ?? draft.text }, parentId: turn.parentId });
		},
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

	// Only a whole answer is followed up: after one that failed, the next question may no longer make sense.
	const next = !running && last?.end?.state === "answered" ? queue[0] : undefined;
	const follow = useEffectEvent((draft: Draft) => {
		unqueue(draft);
		void send(draft);
	});
	useEffect(() => {
		if (next !== undefined) follow(next);
	}, [next]);

	return {
		chat,
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

function readPast(chat: StoredChat, head: string | null, told: ReadonlyMap<string, Turn>): readonly Turn[] {
	return listQuestions(chat, head).map((question) => told.get(question.id) ?? readStoredTurn(chat, question));
}

/** The turn under the ids by which it is stored, once it is: the newest of its words at its place. */
function identify(turn: Turn, chat: StoredChat | undefined): Turn {
	const question = chat?.messages.findLast(
		({ role, parent_id, text }) =>
			role === "user" && parent_id === turn.parentId && text === turn.asked.text.trim(),
	);
	if (chat === undefined || question === undefined) return turn;
	return { ...turn, questionId: question.id, answerId: findAnswer(chat, question.id)?.id ?? null };
}

function findRunning(chat: StoredChat) {
	const answer = chat.messages.findLast(({ role, state }) => role === "assistant" && state === "running");
	return answer && chat.messages.find(({ id }) => id === answer.parent_id);
}

/** What was asked, with its focus and mentions: a stored question has kept only its words, its context the rest. */
async function recallAsked(turn: Turn): Promise<Draft> {
	if (turn.context !== null || turn.contextId === null) return turn.asked;
	const context = await readContext(turn.contextId).catch(() => null);
	return context === null ? turn.asked : recallDraft(turn.asked.text, context);
}
