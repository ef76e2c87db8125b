import { useChat } from "@ai-sdk/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { readChat, readContext, type StoredChat } from "./chat-calls.ts";
import type { ChatSession, SessionState } from "./chat-session.ts";
import { type Draft, nextDraft } from "./draft.ts";
import { recallDraft } from "./recall-draft.ts";
import { findAnswer, findHead, listQuestions, readStoredTurn } from "./stored-turns.ts";
import { readLiveTurn, type Turn } from "./turn.ts";

export interface Conversation {
	readonly chat: StoredChat | undefined;
	/** Why the chat could not be read. */
	readonly missing: Error | null;
	readonly loading: boolean;
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
	const live = useMemo(() => readLiveTurn({ messages, running: streaming, error }), [messages, streaming, error]);
	const turns = useMemo(
		() => joinTurns({ chat, live, state, told: session.told }),
		[chat, live, state, session],
	);
	const last = turns.at(-1);

	// What the server made of the question and of the answer: their ids, and the name of the chat.
	useEffect(() => {
		if (streaming) return;
		void queries.invalidateQueries({ queryKey: ["chat", id] });
		void queries.invalidateQueries({ queryKey: ["chats"] });
	}, [streaming, queries, id]);

	// A chat that is opened while it is being answered goes on where it is.
	const underWay = chat === undefined || state.live ? undefined : findRunning(chat);
	useEffect(() => {
		if (underWay !== undefined && !streaming) void session.resume(underWay);
	}, [session, underWay, streaming]);

	/** What came over the line is kept when another turn takes its place. */
	function remember() {
		if (state.live && last?.questionId != null) session.told.set(last.questionId, last);
	}

	/** The answer above may be so fresh that its id is not known yet. */
	async function findParent(): Promise<string | null> {
		if (last === undefined) return null;
		if (last.answerId !== null) return last.answerId;
		if (id === null) return last.parentId;
		const fresh = await queries.fetchQuery({ queryKey: ["chat", id], queryFn: () => readChat(id) });
		return joinTurns({ chat: fresh, live, state, told: session.told }).at(-1)?.answerId ?? last.parentId;
	}

	async function send(draft: Draft) {
		session.set({ asking: true });
		try {
			// A chat that cannot be read just now is still asked: the server then says itself what is wrong.
			const parentId = await findParent().catch(() => last?.parentId ?? null);
			remember();
			await session.ask({ draft, parentId });
		} finally {
			session.set({ asking: false });
		}
	}

	function ask(draft: Draft) {
		if (running) session.set({ queue: [...queue, draft] });
		else void send(draft);
	}

	const askAgain = useCallback(
		async (turn: Turn, text?: string) => {
			const draft = await recallAsked(turn);
			if (turn.questionId !== null) session.told.set(turn.questionId, turn);
			await session.ask({ draft: { ...draft, text: text ?? draft.text }, parentId: turn.parentId });
		},
		[session],
	);
	const unqueue = useCallback(
		(gone: Draft) => session.set({ queue: session.read().queue.filter((draft) => draft !== gone) }),
		[session],
	);
	function choose(questionId: string) {
		if (chat === undefined || running) return;
		remember();
		session.set({ live: false, head: findHead(chat, questionId) });
	}
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

interface JoinTurnsOptions {
	readonly chat: StoredChat | undefined;
	readonly live: Turn | null;
	readonly state: SessionState;
	readonly told: ReadonlyMap<string, Turn>;
}

/** What is stored of the shown branch, and at its end the turn that comes over the line. */
function joinTurns({ chat, live, state, told }: JoinTurnsOptions): readonly Turn[] {
	const following = state.live && live !== null;
	if (chat === undefined) return following ? [live] : [];
	const head = following ? live.parentId : state.head;
	const questions = following && head === null ? [] : listQuestions(chat, head);
	const past = questions.map((question) => told.get(question.id) ?? readStoredTurn(chat, question));
	if (!following) return past;
	const question = chat.messages.findLast(
		({ role, parent_id, text }) =>
			role === "user" && parent_id === live.parentId && text === live.asked.text.trim(),
	);
	const answer = question && findAnswer(chat, question.id);
	return [...past, { ...live, questionId: question?.id ?? null, answerId: answer?.id ?? null }];
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

/** What the next question of a stored chat begins with: the focus of the last one, and what the chat keeps. */
export async function recallNextDraft(last: Turn): Promise<Draft> {
	return nextDraft(await recallAsked(last));
}
