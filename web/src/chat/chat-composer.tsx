import { CornerDownRight, Pencil, X } from "lucide-react";
import type { Draft } from "../conversation/draft.ts";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { Composer, type ComposerProps } from "./composer.tsx";
import { focusNow } from "./focus-now.ts";

/** The question being written, and the queue of questions that are sent after the present answer. */
export const ChatComposer = (props: ComposerProps) => (
	<>
		<QueueList {...props} />
		<Composer {...props} />
	</>
);

/**
 * The queued questions. After an answer that failed or was stopped they are not sent until the person says so: it may
 * have changed what to ask.
 */
function QueueList({ conversation, state, inputRef }: ComposerProps) {
	const { queue, running, ask, unqueue } = conversation;
	if (queue.length === 0) return null;

	function edit(queued: Draft) {
		unqueue(queued);
		state.change(queued);
		focusNow(inputRef);
	}

	function askNow(queued: Draft) {
		unqueue(queued);
		ask(queued);
	}

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
						<TextButton onClick={() => askNow(draft)}>Ask now</TextButton>
					)}
					<IconButton icon={Pencil} label="Edit this question" size="medium" onClick={() => edit(draft)} />
					<IconButton icon={X} label="Do not ask this" size="medium" onClick={() => unqueue(draft)} />
				</li>
			))}
		</ul>
	);
}
