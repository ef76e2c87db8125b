import { ChevronLeft, ChevronRight, Crosshair, Paperclip } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { areaLook, primaryLook } from "../design/controls.ts";
import { countOf } from "../design/format-number.ts";
import { IconButton } from "../design/icon-button.tsx";
import { TextButton } from "../design/text-button.tsx";
import { MentionChips } from "./mention-chips.tsx";
import type { Turn } from "./turn.ts";

interface QuestionHeaderProps {
	readonly turn: Turn;
	/** Every way this question was asked, by id; one or none has no switch. */
	readonly versions: readonly string[];
	readonly onChoose: (questionId: string) => void;
	readonly editing: boolean;
	readonly onEdited: (text: string | null) => void;
}

/** What was asked and about what; edited, it is asked again beside the old way of asking. */
export function QuestionHeader({ turn, versions, onChoose, editing, onEdited }: QuestionHeaderProps) {
	const { asked } = turn;
	const attached = asked.files.length + asked.images.length;
	return (
		<header className="flex flex-col gap-2">
			{editing ? (
				<QuestionEditor text={asked.text} onEdited={onEdited} />
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
				{attached > 0 && (
					<p className="flex items-center gap-1.5 text-13 text-ink-faint">
						<Paperclip aria-hidden size={13} /> {countOf(attached, "attachment")}
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
	const before = versions[position - 1];
	const after = versions[position + 1];
	return (
		<fieldset className="flex items-center text-12 tabular-nums text-ink-faint">
			<legend className="sr-only">Versions of this question</legend>
			<IconButton
				icon={ChevronLeft}
				label="Earlier version"
				size="small"
				disabled={before === undefined}
				onClick={() => before !== undefined && onChoose(before)}
			/>
			<span>
				{position + 1}/{versions.length}
			</span>
			<IconButton
				icon={ChevronRight}
				label="Later version"
				size="small"
				disabled={after === undefined}
				onClick={() => after !== undefined && onChoose(after)}
			/>
		</fieldset>
	);
}

function QuestionEditor({
	text,
	onEdited,
}: { readonly text: string } & Pick<QuestionHeaderProps, "onEdited">) {
	const [edited, setEdited] = useState(text);
	const ready = edited.trim() !== "";

	function onKeyDown(event: KeyboardEvent) {
		if (event.nativeEvent.isComposing) return;
		if (event.key === "Escape") onEdited(null);
		if (event.key !== "Enter" || event.shiftKey) return;
		event.preventDefault();
		if (ready) onEdited(edited.trim());
	}

	return (
		<form
			aria-label="Edit the question"
			onSubmit={(event) => {
				event.preventDefault();
				if (ready) onEdited(edited.trim());
			}}
			className="flex max-w-[72ch] flex-col gap-2"
		>
			<textarea
				// The field was asked for by the press that made it appear.
				ref={(field) => field?.focus()}
				aria-label="Question in other words"
				value={edited}
				onChange={(event) => setEdited(event.target.value)}
				onKeyDown={onKeyDown}
				className={areaLook}
			/>
			<div className="flex items-center gap-2">
				<button type="submit" disabled={!ready} className={primaryLook}>
					Ask this instead
				</button>
				<TextButton className="h-8" onClick={() => onEdited(null)}>
					Cancel
				</TextButton>
				<span className="text-12 text-ink-faint">The first version is kept.</span>
			</div>
		</form>
	);
}
