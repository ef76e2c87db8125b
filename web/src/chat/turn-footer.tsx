import { Link } from "@tanstack/react-router";
import { ListTree, Pencil, RotateCcw } from "lucide-react";
import type { AnswerOutcome } from "../api/chat-calls.ts";
import type { Turn } from "../conversation/turn.ts";
import { IconButton } from "../design/buttons.tsx";
import { countOf, formatNumber, formatPercent } from "../design/format.tsx";
import { countItems, usedTokens } from "../inspector/read-context.ts";
import { Thumbs } from "../ratings/thumbs.tsx";
import { type ContextRatings, theAnswer } from "../ratings/use-ratings.ts";

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
export function TurnFooter({ turn, ratings, idle, onInspect, onRetry, onEdit }: TurnFooterProps) {
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
