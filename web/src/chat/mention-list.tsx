import type { Suggestion } from "../api/api.ts";
import { KindIcon } from "../entities/kind-icon.tsx";

interface MentionListProps {
	readonly id: string;
	readonly suggestions: readonly Suggestion[];
	readonly active: number;
	readonly onPick: (suggestion: Suggestion) => void;
	readonly above: boolean;
}

/** What an open `@` or `[[` could mean. The keyboard stays in the question; the list only shows where it stands. */
export function MentionList({ id, suggestions, active, onPick, above }: MentionListProps) {
	return (
		<div
			id={id}
			role="listbox"
			aria-label="Suggestions"
			tabIndex={-1}
			className={`absolute inset-x-0 z-30 rounded-md border border-line bg-surface p-1 shadow-lift ${above ? "bottom-full mb-1.5" : "top-full mt-1.5"}`}
		>
			{suggestions.map((suggestion, position) => (
				<div
					key={suggestion.id}
					id={`${id}-${position}`}
					role="option"
					aria-selected={position === active}
					tabIndex={-1}
					// A click would take the caret out of the question before the title is written there.
					onMouseDown={(event) => {
						event.preventDefault();
						onPick(suggestion);
					}}
					className="flex h-8 items-center gap-2 rounded-md px-2 text-13 hover:bg-hover aria-selected:bg-hover"
				>
					<KindIcon kind={suggestion.kind} size={14} named />
					<span className="min-w-0 flex-1 truncate">{suggestion.title}</span>
					{typeof suggestion.project_title === "string" && suggestion.project_id !== suggestion.id && (
						<span className="max-w-40 truncate text-12 text-ink-faint">{suggestion.project_title}</span>
					)}
				</div>
			))}
		</div>
	);
}
