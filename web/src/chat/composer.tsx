import { ArrowUp, Square } from "lucide-react";
import {
	type ChangeEvent,
	type FormEvent,
	type KeyboardEvent,
	type ReactNode,
	type RefObject,
	useId,
	useLayoutEffect,
} from "react";
import type { Suggestion } from "../api.ts";
import { canMention } from "./draft.ts";
import { FocusPicker } from "./focus-picker.tsx";
import { MentionChips } from "./mention-chips.tsx";
import { MentionList } from "./mention-list.tsx";
import { completeTrigger } from "./trigger.ts";
import type { DraftState } from "./use-draft.ts";
import { useMentionPicker } from "./use-mention-picker.ts";

interface ComposerProps {
	readonly state: DraftState;
	readonly onAsk: () => void;
	readonly onStop: () => void;
	readonly running: boolean;
	/** Docked at the bottom of a conversation, its lists open upwards. */
	readonly docked: boolean;
	readonly inputRef: RefObject<HTMLTextAreaElement | null>;
	/** Stands beside the send button: the ring of the context budget. */
	readonly gauge: ReactNode;
}

const tallest = 240;
const invitation = canMention ? "Ask a question. @ names things, [[ pins notes." : "Ask a question";

export function Composer({ state, onAsk, onStop, running, docked, inputRef, gauge }: ComposerProps) {
	const listId = useId();
	const picker = useMentionPicker();
	const { draft, refusal, change, mention } = state;
	const listed = picker.suggestions.length > 0;
	const ready = draft.text.trim() !== "" && !running;

	// An example or a pick replaces the text without a keystroke: the height must follow the text, not the typing.
	useLayoutEffect(() => {
		const input = inputRef.current;
		if (input === null || input.value !== draft.text) return;
		input.style.height = "auto";
		input.style.height = `${Math.min(input.scrollHeight, tallest)}px`;
	}, [draft.text, inputRef]);

	function edit(event: ChangeEvent<HTMLTextAreaElement>) {
		change({ ...draft, text: event.target.value });
		picker.follow(event.target.value, event.target.selectionStart);
	}

	function pick(suggestion: Suggestion) {
		const input = inputRef.current;
		if (picker.trigger === null || input === null) return;
		const { id, kind, title } = suggestion;
		const completed = completeTrigger({
			text: draft.text,
			caret: input.selectionStart,
			trigger: picker.trigger,
			title,
		});
		mention({ id, kind, title, via: picker.trigger.sign }, completed.text);
		picker.close();
		requestAnimationFrame(() => input.setSelectionRange(completed.caret, completed.caret));
	}

	function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
		// While an input method is composing, Enter accepts a word and must not send.
		if (event.nativeEvent.isComposing || picker.takeKey(event, pick)) return;
		if (event.key === "Escape" && running) onStop();
		if (event.key !== "Enter" || event.shiftKey) return;
		event.preventDefault();
		if (ready) onAsk();
	}

	function submit(event: FormEvent) {
		event.preventDefault();
		if (ready) onAsk();
	}

	return (
		<form onSubmit={submit} aria-label="Ask" className="relative">
			{listed && (
				<MentionList
					id={listId}
					suggestions={picker.suggestions}
					active={picker.active}
					onPick={pick}
					above={docked}
				/>
			)}
			<div className="rounded-lg border border-line bg-surface transition-colors duration-100 focus-within:border-accent">
				<div className="px-3 pt-3 empty:hidden">
					<MentionChips
						mentions={draft.mentions}
						onRemove={(gone) =>
							change({ ...draft, mentions: draft.mentions.filter((kept) => kept.id !== gone.id) })
						}
					/>
				</div>
				<textarea
					ref={inputRef}
					rows={docked ? 1 : 2}
					value={draft.text}
					onChange={edit}
					onKeyDown={onKeyDown}
					onBlur={picker.close}
					aria-label="Question"
					aria-autocomplete="list"
					aria-controls={listed ? listId : undefined}
					aria-activedescendant={listed ? `${listId}-${picker.active}` : undefined}
					placeholder={docked ? "Ask a follow-up" : invitation}
					enterKeyHint="send"
					className="block w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-16 leading-6 outline-none placeholder:text-ink-faint"
				/>
				<div className="flex items-center gap-1 px-1.5 pb-1.5">
					<FocusPicker focus={draft.focus} onChange={(focus) => change({ ...draft, focus })} />
					<span className="flex-1" />
					{gauge}
					{running ? (
						<button
							type="button"
							onClick={onStop}
							aria-label="Stop"
							title="Stop (Esc)"
							className="grid size-8 place-items-center rounded-md bg-ink text-ground hover:opacity-85"
						>
							<Square aria-hidden size={12} fill="currentColor" />
						</button>
					) : (
						<button
							type="submit"
							disabled={!ready}
							aria-label="Send"
							title="Send (Enter)"
							className="grid size-8 place-items-center rounded-md bg-accent text-on-accent hover:opacity-90 disabled:bg-hover disabled:text-ink-faint"
						>
							<ArrowUp aria-hidden size={16} strokeWidth={2.25} />
						</button>
					)}
				</div>
			</div>
			<p aria-live="polite" className="px-1 pt-1.5 text-12 text-bad-ink empty:hidden">
				{refusal}
			</p>
		</form>
	);
}
