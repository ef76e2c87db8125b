import type { ReactNode, RefObject } from "react";
import { nextDraft } from "../conversation/draft.ts";
import type { Conversation } from "../conversation/use-conversation.ts";
import type { DraftState } from "../conversation/use-draft.ts";
import { Composer } from "./composer.tsx";
import { focusNow } from "./focus-now.ts";
import { QueueList } from "./queue-list.tsx";

interface ChatComposerProps {
	readonly conversation: Conversation;
	readonly state: DraftState;
	readonly inputRef: RefObject<HTMLTextAreaElement | null>;
	/** At the bottom of a conversation, not in the middle of an empty page. */
	readonly docked: boolean;
	readonly gauge: ReactNode;
}

/** The question being written, and those that wait for the present answer to end. */
export function ChatComposer({ conversation, state, inputRef, docked, gauge }: ChatComposerProps) {
	const { queue, running, ask, unqueue, stop } = conversation;
	const { draft, change } = state;
	return (
		<>
			<QueueList
				queue={queue}
				running={running}
				onRemove={unqueue}
				onEdit={(queued) => {
					unqueue(queued);
					change(queued);
					focusNow(inputRef);
				}}
				onSend={(queued) => {
					unqueue(queued);
					ask(queued);
				}}
			/>
			<Composer
				state={state}
				onAsk={() => {
					ask(draft);
					change(nextDraft(draft));
				}}
				onStop={stop}
				running={running}
				docked={docked}
				placeholder={choosePlaceholder(conversation, docked)}
				inputRef={inputRef}
				gauge={gauge}
			/>
		</>
	);
}

function choosePlaceholder({ running, turns }: Conversation, docked: boolean): string {
	if (running) return "Ask next, once this is answered";
	if (turns.length > 0) return "Ask a follow-up";
	return docked ? "Ask about it" : "Ask a question. @ names things, [[ pins notes.";
}
