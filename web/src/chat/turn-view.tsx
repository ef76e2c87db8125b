import { Link } from "@tanstack/react-router";
import { ListTree, Pencil, RotateCcw, Scissors } from "lucide-react";
import { memo, useMemo, useState } from "react";
import type { AnswerOutcome, Approval } from "../../../src/client/chat-calls.ts";
import { ProblemError, UnreachableError } from "../../../src/client/connection.ts";
import type { ContextItem } from "../../../src/client/context-calls.ts";
import type { Draft } from "../conversation/draft.ts";
import { findCited, type Step, type Turn } from "../conversation/turn.ts";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { countOf, formatNumber, formatPercent } from "../design/format.tsx";
import { Notice } from "../design/notice.tsx";
import { countItems, usedTokens } from "../inspector/read-context.ts";
import { Thumbs } from "../ratings/thumbs.tsx";
import { type ContextRatings, theAnswer, useRatings } from "../ratings/use-ratings.ts";
import { Answer } from "./answer.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import { CitationsContext } from "./citations-context.ts";
import { QuestionHeader } from "./question-header.tsx";
import { ToolCard } from "./tool-card.tsx";
import { UndoButton } from "./undo-button.tsx";

interface TurnViewProps {
	readonly turn: Turn;
	/** Null before the chat is stored. */
	readonly chatId: string | null;
	readonly last: boolean;
	readonly idle: boolean;
	readonly approvals: readonly Approval[];
	readonly versions: readonly string[];
	readonly onInspect: (turnId: string, blockId: string | null) => void;
	readonly onAskAgain: (turn: Turn, change?: Partial<Draft>) => void;
	readonly onChoose: (questionId: string) => void;
}

export const TurnView = memo(function TurnView({
	turn,
	chatId,
	last,
	idle,
	approvals,
	versions,
	onInspect,
	onAskAgain,
	onChoose,
}: TurnViewProps) {
	const [editing, setEditing] = useState(false);
	const citations = useMemo(
		() => ({
			find: (number: number) => turn.citations.find(({ n }) => n === number) ?? null,
			findItem: (number: number) => findCited(turn, number),
			open: (item: ContextItem) => onInspect(turn.id, item.blockId),
		}),
		[turn, onInspect],
	);
	const isRatable = !turn.running && turn.end !== null && turn.end.state !== "failed";
	const ratings = useRatings(chatId, isRatable ? turn.contextId : null);
	const problem = explainProblem(turn);
	// Attached files that are not kept cannot be sent again, so the person sees that first.
	const askAgain = (): void => (turn.lost.length > 0 ? setEditing(true) : onAskAgain(turn));
	const lastStep = turn.steps.at(-1);

	return (
		<article aria-label={turn.asked.text} className="arrives flex flex-col gap-4">
			<QuestionHeader
				turn={turn}
				versions={versions}
				onChoose={onChoose}
				editing={editing}
				onEdited={(edited) => {
					setEditing(false);
					if (edited !== null) onAskAgain(turn, edited);
				}}
			/>
			{turn.leftOut > 0 && (
				<p className="flex items-center gap-2 text-12 text-ink-faint before:h-px before:w-6 before:bg-line after:h-px after:flex-1 after:bg-line">
					<Scissors aria-hidden size={12} />
					{countOf(turn.leftOut, "earlier message")} left out for room; what they are about is still named
				</p>
			)}
			<CitationsContext value={citations}>
				<div aria-busy={turn.running} className="flex flex-col gap-3">
					{turn.steps.map((step) => (
						<StepView
							key={step.key}
							step={step}
							growing={turn.running && step === lastStep}
							approvals={approvals}
						/>
					))}
					{turn.running && lastStep?.type !== "text" && <Waiting />}
				</div>
			</CitationsContext>
			{(turn.end?.actions ?? []).map(({ changeId, summary }) => (
				<div key={changeId} className="flex flex-wrap items-center gap-2 text-13 text-ink-soft">
					<span>Done without asking: {summary}</span>
					<UndoButton changeId={changeId} />
				</div>
			))}
			{wasStopped(turn) && (
				<p className="text-13 text-ink-faint">Stopped. What was written so far is kept.</p>
			)}
			{problem !== null && (
				<Notice
					tone="bad"
					title={problem.title}
					action={last && idle && <TextButton onClick={askAgain}>Ask again</TextButton>}
				>
					{problem.lost} {problem.remedy}
				</Notice>
			)}
			<TurnFooter
				turn={turn}
				ratings={ratings}
				idle={idle && problem === null && !editing}
				onInspect={() => onInspect(turn.id, null)}
				onRetry={askAgain}
				onEdit={() => setEditing(true)}
			/>
		</article>
	);
});

interface StepViewProps {
	readonly step: Step;
	readonly growing: boolean;
	readonly approvals: readonly Approval[];
}

function StepView({ step, growing, approvals }: StepViewProps) {
	if (step.type === "text") return <Answer text={step.text} growing={growing} />;
	if (step.type === "tool") {
		const proposed = approvals.find(({ proposals }) =>
			proposals.some(({ call_id }) => call_id === step.call.id),
		);
		return <ToolCard call={step.call} decision={proposed?.state} />;
	}
	// The stream carries the approval as it was proposed; the stored one knows the decision.
	return <ApprovalCard approval={approvals.find(({ id }) => id === step.approval.id) ?? step.approval} />;
}

/** Also true of an answer whose connection was cut here because the server did not stop in time. */
function wasStopped({ running, end, error }: Turn): boolean {
	return end === null ? !running && error === null : end.state === "stopped";
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

/** Explains a failed turn: the cause, the text that is left and the next step; null when all is well. */
function explainProblem(turn: Turn) {
	const lost =
		turn.text === ""
			? "Your question is kept; there is no answer to lose."
			: "Your question and the text above are kept; the rest was not written.";
	const explain = (title: string, remedy: string) => ({ title, lost, remedy });
	if (turn.end?.state === "failed") {
		return explain(
			turn.end.error?.message ?? "The model stopped before it had finished.",
			"Ask again, or look at the context: it shows what the model was given.",
		);
	}
	if (turn.error === null) return null;
	if (turn.error instanceof UnreachableError) {
		return explain(
			"The Skein server did not answer.",
			"Check that the server is still running (npm start), then ask again.",
		);
	}
	return turn.error instanceof ProblemError
		? explain(turn.error.message, "Change the question if the message says so, or ask again.")
		: explain("The answer was cut off on its way.", "Ask again.");
}

interface TurnFooterProps {
	readonly turn: Turn;
	/** Null where there is no answer that could be rated. */
	readonly ratings: ContextRatings | null;
	/** Whether the question can be sent again: not while anything is being answered. */
	readonly idle: boolean;
	readonly onInspect: () => void;
	readonly onRetry: () => void;
	readonly onEdit: () => void;
}

/** Shows how much was read for the answer, its cost, and the actions on the question. */
function TurnFooter({ turn, ratings, idle, onInspect, onRetry, onEdit }: TurnFooterProps) {
	const { context, contextId, end } = turn;
	return (
		<footer className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-faint">
			{contextId !== null && (
				<button
					type="button"
					onClick={onInspect}
					className="-ml-1.5 inline-flex h-6 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover hover:text-ink"
				>
					<ListTree aria-hidden size={13} />
					{context === null
						? "What was read"
						: `Read ${countOf(countItems(context), "item")}, ${formatNumber(usedTokens(context))} tokens`}
				</button>
			)}
			{end !== null && end.state !== "failed" && <AnswerOrigin end={end} />}
			{end !== null && <Cost end={end} />}
			{ratings !== null && (
				<Thumbs
					ratings={ratings}
					item={theAnswer}
					upLabel="This answer helped"
					down={{ verdict: "not_helped", label: "This answer did not help" }}
				/>
			)}
			{idle && (
				<span className="flex items-center">
					<IconButton icon={RotateCcw} label="Ask again" size="small" onClick={onRetry} />
					<IconButton icon={Pencil} label="Edit and ask again" size="small" onClick={onEdit} />
				</span>
			)}
		</footer>
	);
}

function AnswerOrigin({ end: { model } }: { readonly end: AnswerOutcome }) {
	if (model !== null) return <span>{model.id}</span>;
	return (
		<span>
			Quoted from your workspace; no model is configured.{" "}
			<Link to="/settings/models" search={{}} className="text-accent-ink underline">
				Add one
			</Link>
		</span>
	);
}

function Cost({ end: { usage, cost, passes = 1 } }: { readonly end: AnswerOutcome }) {
	if (usage == null || usage.inputTokens + usage.outputTokens === 0) return null;
	const cached = usage.cachedInputTokens / Math.max(1, usage.inputTokens);
	return (
		<span className="tabular-nums">
			{formatNumber(usage.inputTokens)} in
			{usage.cachedInputTokens > 0 && ` (${formatPercent(cached)} cached)`} ·{" "}
			{formatNumber(usage.outputTokens)} out
			{cost != null && ` · $${cost.toFixed(cost < 0.1 ? 4 : 2)}`}
			{passes > 1 && ` · ${countOf(passes, "pass", "passes")}`}
		</span>
	);
}
