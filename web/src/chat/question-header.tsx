import { ChevronLeft, ChevronRight, Crosshair, Paperclip } from "lucide-react";
import type { Turn } from "../conversation/turn.ts";
import { IconButton } from "../design/buttons.tsx";
import { MentionChips } from "./mention-chips.tsx";
import { type Edited, QuestionEditor } from "./question-editor.tsx";

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
