import { useNavigate } from "@tanstack/react-router";
import { Maximize2, SquarePen, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { openSessionAbout } from "../conversation/chat-session.ts";
import { nextDraft } from "../conversation/draft.ts";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { BudgetRing } from "../inspector/budget-ring.tsx";
import { useGo } from "../route/use-go.ts";
import { ChatComposer } from "./chat-composer.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { focusNow } from "./focus-now.ts";
import { useChat } from "./use-chat.ts";

interface ChatBesideProps {
	readonly entity: Entity;
	/** Whether the person has just opened it; a panel that was left open must not take the keyboard. */
	readonly summoned: boolean;
	readonly onClose: () => void;
}

const openers = ["What is this about?", "What does this wait for?", "What changes if this is late?"];

/** A chat next to the entity that it is about. */
export function ChatBeside(props: ChatBesideProps) {
	const [begun, setBegun] = useState(0);
	return <OpenChat key={begun} {...props} restarted={begun > 0} onRestart={() => setBegun(begun + 1)} />;
}

function OpenChat({
	entity,
	summoned,
	onClose,
	restarted,
	onRestart,
}: ChatBesideProps & { readonly restarted: boolean; readonly onRestart: () => void }) {
	const go = useGo();
	const navigate = useNavigate();
	const [session] = useState(() => openSessionAbout(entity, { restarted }));
	const { state, conversation, dryRun } = useChat(session);
	const question = useRef<HTMLTextAreaElement>(null);
	const { turns } = conversation;
	useEffect(() => {
		if (summoned || restarted) focusNow(question);
	}, [summoned, restarted]);

	/** Opens the chat on its own page, which has room for the context; the chat itself moves along. */
	function openPage() {
		const { id } = session.read();
		if (id === null) go.ask({ about: entity.ref, q: state.draft.text });
		else void navigate({ to: "/chats/$id", params: { id }, search: {} });
	}

	return (
		<>
			<header className="flex h-12 shrink-0 items-center gap-1 pr-2 pl-4">
				<h2 className="min-w-0 flex-1 truncate text-13 font-semibold">Chat about it</h2>
				{turns.length > 0 && (
					<IconButton icon={SquarePen} label="New question about it" onClick={onRestart} />
				)}
				<IconButton icon={Maximize2} label="Open the chat on a page of its own" onClick={openPage} />
				<IconButton icon={X} label="Close the chat" onClick={onClose} />
			</header>
			{turns.length === 0 ? (
				<div className="flex min-h-0 flex-1 flex-col items-start justify-end gap-2 overflow-y-auto px-4 pb-4">
					<p className="pb-1 text-13 text-ink-soft">
						What is asked here is answered from “{entity.title}” and what it is linked to.
					</p>
					{openers.map((text) => (
						<TextButton
							key={text}
							onClick={() => {
								conversation.ask({ ...state.draft, text });
								state.change(nextDraft(state.draft));
							}}
						>
							{text}
						</TextButton>
					))}
				</div>
			) : (
				<ConversationView conversation={conversation} onInspect={openPage} />
			)}
			<div className="shrink-0 px-3 pb-3">
				<ChatComposer
					conversation={conversation}
					state={state}
					inputRef={question}
					docked
					gauge={<BudgetRing dryRun={dryRun} onOpen={openPage} />}
				/>
			</div>
		</>
	);
}
