import { CornerDownRight, Pencil, X } from "lucide-react";
import type { Draft } from "../conversation/draft.ts";
import { IconButton } from "../design/icon-button.tsx";
import { TextButton } from "../design/text-button.tsx";

interface QueueListProps {
	readonly queue: readonly Draft[];
	readonly running: boolean;
	readonly onRemove: (draft: Draft) => void;
	readonly onEdit: (draft: Draft) => void;
	readonly onSend: (draft: Draft) => void;
}

/** Questions that wait. After an answer that did not end well they wait for a word: it may have changed what to ask. */
export function QueueList({ queue, running, onRemove, onEdit, onSend }: QueueListProps) {
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
