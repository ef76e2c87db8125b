import { Crosshair, ListTree, RotateCcw } from "lucide-react";
import { memo, useMemo } from "react";
import type { ContextItem } from "../api.ts";
import { countOf, formatNumber } from "../design/format-number.ts";
import { Notice } from "../design/notice.tsx";
import { TextButton } from "../design/text-button.tsx";
import { countItems, usedTokens } from "../inspector/read-context.ts";
import { Answer } from "./answer.tsx";
import { CitationsContext } from "./citations-context.ts";
import { explainProblem } from "./explain-problem.ts";
import { MentionChips } from "./mention-chips.tsx";
import { findCited, type Turn } from "./turn.ts";

interface TurnViewProps {
	readonly turn: Turn;
	readonly last: boolean;
	readonly onInspect: (turnId: string, itemId: string | null) => void;
	readonly onAskAgain: () => void;
}

export const TurnView = memo(function TurnView({ turn, last, onInspect, onAskAgain }: TurnViewProps) {
	const { context } = turn;
	const citations = useMemo(
		() => ({
			find: (number: number) => findCited(turn, number),
			open: (item: ContextItem) => onInspect(turn.id, item.id),
		}),
		[turn, onInspect],
	);
	const problem = explainProblem(turn);

	return (
		<article aria-label={turn.asked.text} className="arrives flex flex-col gap-4">
			<header className="flex flex-col gap-2">
				<h2 className="max-w-[72ch] text-20 font-semibold tracking-tight whitespace-pre-wrap wrap-anywhere">
					{turn.asked.text}
				</h2>
				{turn.asked.focus !== null && (
					<p className="flex items-center gap-1.5 text-13 text-ink-faint">
						<Crosshair aria-hidden size={13} /> about {turn.asked.focus.title}
					</p>
				)}
				<MentionChips mentions={turn.asked.mentions} />
			</header>

			<CitationsContext value={citations}>
				<div aria-busy={turn.running}>
					{turn.text === "" ? (
						turn.running && <Waiting />
					) : (
						<Answer text={turn.text} growing={turn.running} />
					)}
				</div>
			</CitationsContext>

			{wasStopped(turn) && (
				<p className="text-13 text-ink-faint">Stopped. What was written so far is kept.</p>
			)}
			{problem !== null && (
				<Notice
					tone="bad"
					title={problem.title}
					action={
						last && (
							<TextButton onClick={onAskAgain}>
								<RotateCcw aria-hidden size={14} /> Ask again
							</TextButton>
						)
					}
				>
					{problem.lost} {problem.remedy}
				</Notice>
			)}

			{context !== null && (
				<footer className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-faint">
					<button
						type="button"
						onClick={() => onInspect(turn.id, null)}
						className="-ml-1.5 inline-flex h-6 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover hover:text-ink"
					>
						<ListTree aria-hidden size={13} />
						Read {countOf(countItems(context), "item")}, {formatNumber(usedTokens(context))} tokens
					</button>
					<AnswerOrigin turn={turn} />
				</footer>
			)}
		</article>
	);
});

/** Also true of an answer whose connection was cut here because the server did not stop in time. */
function wasStopped({ running, end, error }: Turn): boolean {
	return end === null ? !running && error === null : end.state === "stopped";
}

function AnswerOrigin({ turn: { end } }: { readonly turn: Turn }) {
	if (end === null || end.state === "failed") return null;
	if (end.model === null) return <span>Quoted from your workspace; no model is configured</span>;
	return <span>{end.model.id}</span>;
}

function Waiting() {
	return (
		<div className="flex max-w-[72ch] flex-col gap-2.5 pt-1">
			<p className="sr-only" role="status">
				Reading the workspace
			</p>
			<div className="skeleton h-4 w-11/12" />
			<div className="skeleton h-4 w-4/5" />
			<div className="skeleton h-4 w-2/3" />
		</div>
	);
}
