import { ArrowUp, Paperclip, Square } from "lucide-react";
import {
	type ChangeEvent,
	type DragEvent,
	type KeyboardEvent,
	type ReactNode,
	type RefObject,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { flushSync } from "react-dom";
import type { Completion as Suggestion } from "../../../src/client/context-calls.ts";
import { skein } from "../api/skein.ts";
import { type Named, nextDraft } from "../conversation/draft.ts";
import type { Conversation } from "../conversation/use-conversation.ts";
import type { DraftState } from "../conversation/use-draft.ts";
import { IconButton } from "../design/buttons.tsx";
import { Select } from "../design/fields.tsx";
import { Form } from "../design/form.tsx";
import { FolderName } from "../entities/entity-link.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useModels } from "../models/use-models.ts";
import { DraftChips } from "./draft-chips.tsx";
import { FocusPicker } from "./focus-picker.tsx";
import { MentionHighlights } from "./mention-highlights.tsx";
import { attachFiles, FileChooser } from "./read-attached-files.tsx";
import { completeTrigger, useMentionPicker } from "./use-mention-picker.ts";

export interface ComposerProps {
	readonly conversation: Conversation;
	readonly state: DraftState;
	/** At the bottom of a conversation, not in the middle of an empty page: its lists open upwards. */
	readonly docked: boolean;
	readonly inputRef: RefObject<HTMLTextAreaElement | null>;
	/** Shown next to the send button: the ring of the context budget. */
	readonly gauge: ReactNode;
}

const tallest = 240;
const lettering = "px-3.5 pt-3 pb-1 text-16 leading-6";

export function Composer({ conversation, state, docked, inputRef, gauge }: ComposerProps) {
	const { running, stop } = conversation;
	const listId = useId();
	const picker = useMentionPicker();
	const highlights = useRef<HTMLDivElement>(null);
	const [dragged, setDragged] = useState(false);
	const { draft, refusal, change, mention, refuse } = state;
	const listed = picker.suggestions.length > 0;
	const ready = draft.text.trim() !== "";

	// An example or a pick replaces the text without a keystroke: the height must follow the text, not the typing.
	useLayoutEffect(() => {
		const input = inputRef.current;
		if (input === null || input.value !== draft.text) return;
		input.style.height = "auto";
		input.style.height = `${Math.min(input.scrollHeight, tallest)}px`;
	}, [draft.text, inputRef]);

	/** Sends the question, or queues it while an answer is running. */
	function ask() {
		conversation.ask(draft);
		change(nextDraft(draft));
	}

	function edit(event: ChangeEvent<HTMLTextAreaElement>) {
		const { value: text, selectionStart } = event.target;
		change((current) => ({ ...current, text }));
		picker.follow(text, selectionStart);
	}

	function pick({ id, kind, title }: Suggestion) {
		const input = inputRef.current;
		if (picker.trigger === null || input === null) return;
		const completed = completeTrigger({
			text: draft.text,
			caret: input.selectionStart,
			trigger: picker.trigger,
			title,
		});
		const via = picker.trigger.sign;
		// The text and the caret change before this event ends: a key pressed before a later frame would be typed first,
		// and the caret then placed in front of it.
		flushSync(() => {
			mention({ id, kind, title }, { via, text: completed.text });
			picker.close();
		});
		if (input.value === completed.text) input.setSelectionRange(completed.caret, completed.caret);
	}

	function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
		// While an input method is composing, Enter accepts a word and must not send.
		if (event.nativeEvent.isComposing || picker.takeKey(event, pick)) return;
		if (event.key === "Escape" && running) stop();
		if (event.key !== "Enter" || event.shiftKey) return;
		event.preventDefault();
		if (ready) ask();
	}

	async function attach(chosen: readonly File[]) {
		const { files, images, refused } = await attachFiles(draft, chosen);
		change((current) => ({ ...current, files, images }));
		if (refused !== null) refuse(refused);
	}

	async function drop(event: DragEvent) {
		event.preventDefault();
		setDragged(false);
		const chosen = [...event.dataTransfer.files];
		if (chosen.length > 0) return attach(chosen);
		const entity = await readDroppedEntity(event.dataTransfer).catch(() => null);
		if (entity === null) refuse("That could not be attached. Drag a note, an entity or a file here.");
		else mention(entity);
	}

	return (
		<Form
			onSubmit={() => ready && ask()}
			onDragOver={(event) => {
				event.preventDefault();
				setDragged(true);
			}}
			onDragLeave={() => setDragged(false)}
			onDrop={drop}
			aria-label="Ask"
			className="relative"
		>
			{listed && (
				<MentionList
					id={listId}
					suggestions={picker.suggestions}
					active={picker.active}
					onPick={pick}
					above={docked}
				/>
			)}
			<div
				className={`rounded-lg border bg-surface transition-colors duration-100 focus-within:border-accent ${dragged ? "border-accent bg-accent-wash" : "border-line"}`}
			>
				<DraftChips draft={draft} change={change} />
				<div className="relative">
					<MentionHighlights
						text={draft.text}
						mentions={draft.mentions}
						layer={highlights}
						className={lettering}
					/>
					<textarea
						ref={inputRef}
						rows={docked ? 1 : 2}
						value={draft.text}
						onChange={edit}
						onKeyDown={onKeyDown}
						onBlur={picker.close}
						onScroll={(event) => {
							if (highlights.current !== null) highlights.current.scrollTop = event.currentTarget.scrollTop;
						}}
						aria-label="Question"
						aria-autocomplete="list"
						aria-controls={listed ? listId : undefined}
						aria-activedescendant={listed ? `${listId}-${picker.active}` : undefined}
						placeholder={choosePlaceholder(conversation, docked)}
						enterKeyHint="send"
						className={`${lettering} relative block w-full resize-none bg-transparent outline-none placeholder:text-ink-faint`}
					/>
				</div>
				<div className="flex items-center gap-1 px-1.5 pb-1.5">
					<FocusPicker focus={draft.focus} onChange={(focus) => change({ ...draft, focus })} />
					<ModelChoice model={draft.model} onChange={(model) => change({ ...draft, model })} />
					<FileChooser onChosen={(files) => void attach(files)}>
						{(open) => <IconButton icon={Paperclip} label="Attach files or pictures" onClick={open} />}
					</FileChooser>
					<span className="flex-1" />
					{gauge}
					{running && (
						<button
							type="button"
							onClick={stop}
							aria-label="Stop"
							title="Stop (Esc)"
							className="grid size-8 shrink-0 place-items-center rounded-md bg-ink text-ground hover:opacity-85"
						>
							<Square aria-hidden size={12} fill="currentColor" />
						</button>
					)}
					{(!running || ready) && (
						<button
							type="submit"
							disabled={!ready}
							aria-label={running ? "Ask next" : "Send"}
							title={running ? "Ask once this is answered (Enter)" : "Send (Enter)"}
							className="grid size-8 shrink-0 place-items-center rounded-md bg-accent text-on-accent hover:opacity-90 disabled:bg-hover disabled:text-ink-faint"
						>
							<ArrowUp aria-hidden size={16} strokeWidth={2.25} />
						</button>
					)}
				</div>
			</div>
			<p aria-live="polite" className="px-1 pt-1.5 text-12 text-bad-ink empty:hidden">
				{refusal}
			</p>
		</Form>
	);
}

function choosePlaceholder({ running, turns }: Conversation, docked: boolean): string {
	if (running) return "Ask next, once this is answered";
	if (turns.length > 0) return "Ask a follow-up";
	return docked ? "Ask about it" : "Ask a question. @ names things, [[ pins notes.";
}

const entityPath = /^\/entities\/([^/]+)$/;

/** The entity whose link is being dragged; null for anything else. */
async function readDroppedEntity(data: DataTransfer): Promise<Named | null> {
	const address = data.getData("text/uri-list").split("\n")[0] ?? "";
	if (!URL.canParse(address)) return null;
	const { origin, pathname } = new URL(address);
	const ref = origin === location.origin ? entityPath.exec(pathname)?.[1] : undefined;
	if (ref === undefined) return null;
	const { id, kind, title } = await skein.entities.get(decodeURIComponent(ref));
	return { id, kind, title };
}

interface ModelChoiceProps {
	/** Null lets the workspace choose. */
	readonly model: string | null;
	readonly onChange: (model: string | null) => void;
}

/** Chooses the model, where there is more than one. */
function ModelChoice({ model, onChange }: ModelChoiceProps) {
	const { data } = useModels();
	const ready = data?.models.filter((candidate) => candidate.ready) ?? [];
	if (ready.length < 2) return null;
	const usual = data?.chain[0];
	return (
		<Select
			aria-label="Model to ask"
			value={model ?? usual ?? ""}
			onChange={(value) => onChange(value === usual ? null : value)}
			className="field-sizing-content h-7 min-w-0 max-w-44 truncate rounded-md bg-transparent px-1 text-13 text-ink-soft hover:bg-hover hover:text-ink"
			options={ready.map(({ id, model: name }) => [id, name])}
		/>
	);
}

interface MentionListProps {
	readonly id: string;
	readonly suggestions: readonly Suggestion[];
	readonly active: number;
	readonly onPick: (suggestion: Suggestion) => void;
	readonly above: boolean;
}

/**
 * The suggestions for an open `@` or `[[`. The keyboard focus stays in the question; the list only marks the active
 * row.
 */
function MentionList({ id, suggestions, active, onPick, above }: MentionListProps) {
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
					// A click would take the caret out of the question before the title is inserted there.
					onMouseDown={(event) => {
						event.preventDefault();
						onPick(suggestion);
					}}
					className="flex h-8 items-center gap-2 rounded-md px-2 text-13 hover:bg-hover aria-selected:bg-hover"
				>
					<KindIcon kind={suggestion.kind} size={14} named />
					<span className="min-w-0 flex-1 truncate">
						{suggestion.title}
						<FolderName folder={suggestion.folder} />
					</span>
					{typeof suggestion.project_title === "string" && suggestion.project_id !== suggestion.id && (
						<span className="max-w-40 truncate text-12 text-ink-faint">{suggestion.project_title}</span>
					)}
				</div>
			))}
		</div>
	);
}
