import { ChevronLeft, ChevronRight, Crosshair, Paperclip } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Draft } from "../conversation/draft.ts";
import type { Turn } from "../conversation/turn.ts";
import { IconButton, PrimaryButton, TextButton } from "../design/buttons.tsx";
import { areaLook } from "../design/controls.ts";
import { Form } from "../design/form.tsx";
import { MentionChips } from "./mention-chips.tsx";
import { attachFiles, FileChooser } from "./read-attached-files.tsx";

interface QuestionHeaderProps {
	readonly turn: Turn;
	/** Every version of this question, by id; with one or none no switch is shown. */
	readonly versions: readonly string[];
	readonly onChoose: (questionId: string) => void;
	readonly editing: boolean;
	/** Null cancels the edit. */
	readonly onEdited: (edited: Edited | null) => void;
}

/** The question and its focus. An edited question is sent as a new version; the old version stays available. */
export function QuestionHeader({ turn, versions, onChoose, editing, onEdited }: QuestionHeaderProps) {
	const { asked } = turn;
	const attached = [...asked.files, ...asked.images].map(({ name }) => name).concat(turn.lost);
	return (
		<header className="flex flex-col gap-2">
			{editing ? (
				<QuestionEditor turn={turn} onEdited={onEdited} />
			) : (
				<h2 className="max-w-[72ch] text-20 font-semibold tracking-tight whitespace-pre-wrap wrap-anywhere">
					{asked.text}
				</h2>
			)}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 empty:hidden">
				{versions.length > 1 && <VersionSwitch turn={turn} versions={versions} onChoose={onChoose} />}
				{asked.focus !== null && (
					<p className="flex min-w-0 items-center gap-1.5 text-13 text-ink-faint">
						<Crosshair aria-hidden size={13} className="shrink-0" />
						<span className="truncate">
							about {asked.focus.block === undefined ? "" : "a paragraph of "}
							{asked.focus.title}
						</span>
					</p>
				)}
				{attached.length > 0 && (
					<p className="flex min-w-0 items-center gap-1.5 text-13 text-ink-faint">
						<Paperclip aria-hidden size={13} className="shrink-0" />
						<span className="truncate">with {attached.join(", ")}</span>
					</p>
				)}
				<MentionChips mentions={asked.mentions} />
			</div>
		</header>
	);
}

type VersionSwitchProps = Pick<QuestionHeaderProps, "turn" | "versions" | "onChoose">;

function VersionSwitch({ turn, versions, onChoose }: VersionSwitchProps) {
	const position = versions.indexOf(turn.questionId ?? "");
	const goTo = (version: string | undefined) => ({
		size: "small" as const,
		disabled: version === undefined,
		onClick: () => version !== undefined && onChoose(version),
	});
	return (
		<fieldset className="flex items-center text-12 tabular-nums text-ink-faint">
			<legend className="sr-only">Versions of this question</legend>
			<IconButton icon={ChevronLeft} label="Earlier version" {...goTo(versions[position - 1])} />
			<span>
				{position + 1}/{versions.length}
			</span>
			<IconButton icon={ChevronRight} label="Later version" {...goTo(versions[position + 1])} />
		</fieldset>
	);
}

/** An edited question, with its attachments. */
export type Edited = Pick<Draft, "text" | "files" | "images">;

type QuestionEditorProps = Pick<QuestionHeaderProps, "turn" | "onEdited">;

function QuestionEditor({ turn: { asked, lost }, onEdited }: QuestionEditorProps) {
	const [edited, setEdited] = useState<Draft>(asked);
	const [refusal, setRefusal] = useState<string | null>(null);
	const text = edited.text.trim();
	const attached = [...edited.files, ...edited.images].map(({ name }) => name);

	function finish() {
		if (text !== "") onEdited({ text, files: edited.files, images: edited.images });
	}

	function onKeyDown(event: KeyboardEvent) {
		if (event.nativeEvent.isComposing) return;
		if (event.key === "Escape") onEdited(null);
		if (event.key !== "Enter" || event.shiftKey) return;
		event.preventDefault();
		finish();
	}

	async function attach(chosen: readonly File[]) {
		const { files, images, refused } = await attachFiles(edited, chosen);
		setEdited((current) => ({ ...current, files, images }));
		setRefusal(refused);
	}

	return (
		<Form aria-label="Edit the question" onSubmit={finish} className="flex max-w-[72ch] flex-col gap-2">
			<textarea
				// The person pressed a button to open this field, so it takes the keyboard.
				ref={(field) => field?.focus()}
				aria-label="Question in other words"
				value={edited.text}
				onChange={(event) => setEdited({ ...edited, text: event.target.value })}
				onKeyDown={onKeyDown}
				className={areaLook}
			/>
			{lost.length > 0 && attached.length === 0 && (
				<p className="text-13 text-ink-soft">
					Asked with {lost.join(", ")}, which is not kept. Attach it again, or ask without it.
				</p>
			)}
			{attached.length > 0 && <p className="text-13 text-ink-soft">With {attached.join(", ")}.</p>}
			<p aria-live="polite" className="text-12 text-bad-ink empty:hidden">
				{refusal}
			</p>
			<div className="flex flex-wrap items-center gap-2">
				<PrimaryButton type="submit" disabled={text === ""}>
					Ask this instead
				</PrimaryButton>
				<TextButton className="h-8" onClick={() => onEdited(null)}>
					Cancel
				</TextButton>
				<FileChooser onChosen={(files) => void attach(files)}>
					{(open) => (
						<TextButton className="h-8" onClick={open}>
							<Paperclip aria-hidden size={14} /> Attach
						</TextButton>
					)}
				</FileChooser>
				<span className="text-12 text-ink-faint">The first version is kept.</span>
			</div>
		</Form>
	);
}
