import { useNavigate, useSearch } from "@tanstack/react-router";
import { PanelRight, SquarePen } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { type ChatSession, openSession } from "../conversation/chat-session.ts";
import { correct, type Draft, exclude, type FocusChoice, nextDraft } from "../conversation/draft.ts";
import { recallNextDraft } from "../conversation/stored-turns.ts";
import type { Turn } from "../conversation/turn.ts";
import type { Conversation } from "../conversation/use-conversation.ts";
import type { DraftState } from "../conversation/use-draft.ts";
import { IconButton } from "../design/buttons.tsx";
import { LoadFailure } from "../design/notice.tsx";
import { nameShortcut, useShortcut } from "../design/use-shortcut.ts";
import { useEntity } from "../entities/use-entities.ts";
import { BudgetRing } from "../inspector/budget-ring.tsx";
import type { ContextWishes } from "../inspector/context-wishes.ts";
import { type Inspected, Inspector } from "../inspector/inspector.tsx";
import { Columns, PageHeader } from "../page/page.tsx";
import { useGo } from "../route/use-go.ts";
import { useMe } from "../route/use-me.ts";
import { usePageTitle } from "../route/use-page-title.ts";
import { usePanelState } from "../route/use-panels.ts";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatTitle } from "./chat-title.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { focusNow } from "./focus-now.ts";
import { Home } from "./home.tsx";
import { useChat } from "./use-chat.ts";

const draftOnly: Inspected = { turnId: null, summoned: null };

interface ChatPageProps {
	/** The chat to continue; null creates one with its first question. */
	readonly chatId: string | null;
}

/** The question and its answers, with the context inspector next to them. */
export function ChatPage({ chatId }: ChatPageProps) {
	return <OpenChat key={chatId ?? "new"} chatId={chatId} />;
}

function OpenChat({ chatId }: ChatPageProps) {
	const me = useMe();
	const go = useGo();
	const { beside } = useSearch({ strict: false });
	const [session] = useState(() => openSession(chatId));
	const { state, conversation, dryRun } = useChat(session);
	const { draft } = state;
	const [inspected, setInspected] = useState<Inspected>(draftOnly);
	const question = useRef<HTMLTextAreaElement>(null);
	const summons = useRef(0);
	const { turns, chat } = conversation;
	const panels = usePanelState();
	const examples = exampleQuestions(me.workspace.name);
	usePageTitle(chat?.title || turns[0]?.asked.text);
	const newestId = turns.at(-1)?.id ?? null;

	useAddress(session, chatId);
	useRecalledDraft(session, conversation, state);
	// The inspector follows a question as it is sent.
	useEffect(() => {
		setInspected({ turnId: newestId, summoned: null });
		// On a phone, focus would open the keyboard over the answer.
		if (matchMedia("(pointer: fine)").matches) question.current?.focus();
	}, [newestId]);

	const inspect = useCallback(
		(turnId: string | null, blockId: string | null) => {
			summons.current += 1;
			setInspected({ turnId, summoned: blockId === null ? null : { blockId, count: summons.current } });
			// An entity in the side panel would hide the inspector.
			if (beside !== undefined) go.closeBeside();
			panels.show("inspector");
		},
		[panels.show, beside, go],
	);

	const focusOn = useCallback(
		(choice: FocusChoice) => {
			state.focusOn(choice);
			setInspected(draftOnly);
			panels.hideSheets();
			focusNow(question);
		},
		[state.focusOn, panels.hideSheets],
	);

	const shown = useRef<Turn | undefined>(undefined);
	useEffect(() => {
		shown.current = turns.find(({ id }) => id === inspected.turnId);
	}, [turns, inspected]);
	const wishes = useMemo((): ContextWishes => {
		/** For a past turn, its text is copied into the draft: the context is built again for that question. */
		function reweave(wish: (draft: Draft) => Draft) {
			const past = shown.current?.asked;
			state.change((current) => {
				const { text, focus } = current.text.trim() === "" && past !== undefined ? past : current;
				return wish({ ...current, text, focus: current.focus ?? focus });
			});
			setInspected(draftOnly);
		}
		return {
			onFocus: focusOn,
			onPin: (named) => {
				reweave((current) => current);
				state.mention(named);
			},
			onExclude: (named) => reweave((current) => exclude(current, named)),
			onBudget: (budget) => reweave((current) => ({ ...current, budget })),
			onWordsOnly: () => reweave((current) => ({ ...current, reading: "words" })),
			onCorrect: (correction) => reweave((current) => correct(current, correction)),
		};
	}, [state.change, state.mention, focusOn]);

	useAskedAbout(focusOn, (text) => state.change((current) => ({ ...current, text })));
	useShortcut("i", () => panels.toggle("inspector"));

	const composer = (
		<ChatComposer
			conversation={conversation}
			state={state}
			inputRef={question}
			docked={turns.length > 0}
			gauge={<BudgetRing dryRun={dryRun} onOpen={() => inspect(null, null)} />}
		/>
	);

	return (
		<Columns
			side={{
				panel: "inspector",
				label: "Context inspector",
				content: (
					<Inspector
						chatId={chat?.id ?? null}
						inspected={inspected}
						onInspect={(turnId) => inspect(turnId, null)}
						turns={turns}
						dryRun={dryRun}
						onClose={() => panels.hide("inspector")}
						wishes={wishes}
						example={examples[0]}
						onTry={(text) => state.change({ ...draft, text })}
					/>
				),
			}}
		>
			<PageHeader>
				<div className="flex min-w-0 flex-1 items-center gap-2">
					{chat !== undefined && turns.length > 0 && <ChatTitle key={chat.title} chat={chat} />}
				</div>
				{turns.length > 0 && (
					<IconButton
						icon={SquarePen}
						label="New question"
						shortcut={nameShortcut("j")}
						onClick={() => go.ask()}
					/>
				)}
				{!panels.beside.inspector && (
					<IconButton
						icon={PanelRight}
						label="Show the context inspector"
						shortcut={nameShortcut("i")}
						onClick={() => panels.show("inspector")}
					/>
				)}
			</PageHeader>
			<Body conversation={conversation} onInspect={inspect} composer={composer}>
				<Home
					composer={composer}
					examples={examples}
					onAsk={(text) => {
						conversation.ask({ ...draft, text });
						state.change(nextDraft(draft));
					}}
					onOpen={(entity) => go.beside(entity.ref)}
				/>
			</Body>
		</Columns>
	);
}

interface BodyProps {
	readonly conversation: Conversation;
	readonly onInspect: (turnId: string, blockId: string | null) => void;
	readonly composer: ReactNode;
	/** Shown before the first question. */
	readonly children: ReactNode;
}

function Body({ conversation, onInspect, composer, children }: BodyProps) {
	const { turns, loading, missing, reload } = conversation;
	if (loading) return <div aria-busy="true" className="skeleton mx-auto mt-8 h-64 w-full max-w-3xl" />;
	if (turns.length === 0 && missing !== null) {
		return (
			<div className="mx-auto w-full max-w-3xl px-6 py-8 max-md:px-4">
				<LoadFailure error={missing} what="This chat" onRetry={reload} />
			</div>
		);
	}
	if (turns.length === 0) return children;
	return (
		<>
			<ConversationView conversation={conversation} onInspect={onInspect} />
			<div className="mx-auto w-full max-w-3xl shrink-0 px-6 pb-5 max-md:px-3 max-md:pb-2">{composer}</div>
		</>
	);
}

/** A chat has its address from the moment it exists, so that a reload comes back to it. */
function useAddress(session: ChatSession, chatId: string | null): void {
	const navigate = useNavigate();
	useEffect(() => {
		if (chatId !== null) return;
		return session.subscribe(() => {
			const { id } = session.read();
			if (id === null) return;
			void navigate({
				to: "/chats/$id",
				params: { id },
				replace: true,
				search: ({ beside }) => (beside === undefined ? {} : { beside }),
			});
		});
	}, [session, chatId, navigate]);
}

/** Fills the draft of a stored chat with the chat's focus and pins. */
function useRecalledDraft(session: ChatSession, { chat }: Conversation, { change }: DraftState): void {
	useEffect(() => {
		if (session.recalled || chat === undefined) return;
		session.recalled = true;
		const { focus, mentions, model } = recallNextDraft(chat);
		change((current) => ({
			...current,
			focus: current.focus ?? focus,
			model: current.model ?? model,
			mentions: [...mentions, ...current.mentions],
		}));
	}, [session, chat, change]);
}

/** Questions that the demo workspace can answer, each showing a different strength. */
const demoQuestions: readonly string[] = [
	"What blocks the pilot build of Heron 2?",
	"Why did we move the hinge to Lindqvist Marine?",
	"What is overdue, and who has it?",
	"What happens if the modem runs out?",
];

const generalQuestions: readonly string[] = [
	"What is blocked, and by what?",
	"What is overdue, and who has it?",
	"Which decisions are still open?",
	"What changed this week?",
];

const demoWorkspace = "Rillmark Instruments";

function exampleQuestions(workspaceName: string): readonly string[] {
	return workspaceName === demoWorkspace ? demoQuestions : generalQuestions;
}

/** Fills the draft from the address: the focus, a paragraph of it, and the first words. */
function useAskedAbout(focusOn: (choice: FocusChoice) => void, write: (text: string) => void): void {
	const { about, block: blockId, q } = useSearch({ strict: false });
	const found = useEntity(about ?? null).data;
	const blocks = useRead(["blocks", about], (options) => skein.entities.blocks(about ?? "", options), {
		enabled: about !== undefined && blockId !== undefined,
	});
	const block = blocks.data?.find(({ id }) => id === blockId);
	const focus = useEffectEvent(focusOn);
	const begin = useEffectEvent(write);
	useEffect(() => {
		if (q !== undefined) begin(q);
	}, [q]);
	useEffect(() => {
		if (found === undefined) return;
		const { id, kind, title } = found;
		focus({ id, kind, title, ...(block && { block: { id: block.id, text: block.text } }) });
	}, [found, block]);
}
