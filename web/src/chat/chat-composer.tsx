import { CornerDownRight, Pencil, X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { type Draft, nextDraft } from "../conversation/draft.ts";
import type { Conversation } from "../conversation/use-conversation.ts";
import type { DraftState } from "../conversation/use-draft.ts";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { Composer } from "./composer.tsx";
import { focusNow } from "./focus-now.ts";

interface ChatComposerProps {
	readonly conversation: Conversation;
	readonly state: DraftState;
	readonly inputRef: RefObject<HTMLTextAreaElement | null>;
	/** At the bottom of a conversation, not in the middle of an empty page. */
	readonly docked: boolean;
	readonly gauge: ReactNode;
}

/** The question being written, and the queue of questions that are sent after the present answer. */
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

interface QueueListProps {
	readonly queue: readonly Draft[];
	readonly running: boolean;
	readonly onRemove: (draft: Draft) => void;
	readonly onEdit: (draft: Draft) => void;
	readonly onSend: (draft: Draft) => void;
}

/**
 * The queued questions. After an answer that failed or was stopped they are not sent until the person says so: it may
 * have changed what to ask.
 */
function QueueList({ queue, running, onRemove, onEdit, onSend }: QueueListProps) {
	if (queue.length === 0) return null;
	return (
		<ul aria-label="Asked next" className="flex flex-col gap-0.5 pb-1.5">
			{queue.map((draft) => (
				<li
					key={draft.text}
					className="flex min-h-8 items-center gap-2 rounded-md border border-line bg-sunken pl-2.5 text-13 text-ink-soft"
				>
					<CornerDownRight aria-hidden size={13} className="shrink-0 text-ink-faint" />
					<span className="min-w-0 flex-1 truncate">{draft.text}</span>
					{running ? (
						<span className="shrink-0 text-12 text-ink-faint">asked next</span>
					) : (
						<TextButton onClick={() => onSend(draft)}>Ask now</TextButton>
					)}
					<IconButton icon={Pencil} label="Edit this question" size="medium" onClick={() => onEdit(draft)} />
					<IconButton icon={X} label="Do not ask this" size="medium" onClick={() => onRemove(draft)} />
				</li>
			))}
		</ul>
	);
}
