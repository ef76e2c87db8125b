import { Link } from "@tanstack/react-router";
import type { Quality } from "../../../src/client/context-calls.ts";
import type { Status } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { primaryLook } from "../design/controls.ts";
import { countOf, formatMilliseconds, formatNumber, formatPercent, spellKey } from "../design/format.tsx";
import { EmptyState, LoadFailure } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { RatedQuestions } from "./rated-questions.tsx";

/** The quality of answers by the reader's own ratings, and the time that building contexts takes. */
export function QualitySettings() {
	const quality = useRead(["quality"], skein.ratings.quality);
	const status = useRead(["status"], skein.status);
	const failed = quality.error ?? status.error;
	return (
		<>
			<SettingsSection
				first
				title="Quality"
				about="How much of what a model reads for you helps, and what it takes. Counted from your own questions and ratings, and shown to you alone."
			>
				{(quality.isPending || status.isPending) && <div className="skeleton h-40" />}
				{failed !== null && (
					<LoadFailure
						what="The figures"
						error={failed}
						onRetry={() => {
							void quality.refetch();
							void status.refetch();
						}}
					/>
				)}
				{quality.data !== undefined && <Ratings ratings={quality.data.ratings} />}
			</SettingsSection>
			{quality.data !== undefined && quality.data.contexts.counted > 0 && (
				<Effort contexts={quality.data.contexts} />
			)}
			{status.data !== undefined && status.data.answers.counted > 0 && (
				<Caches answers={status.data.answers} />
			)}
			{quality.data !== undefined && countRatings(quality.data) > 0 && <RatedQuestions />}
		</>
	);
}

const countRatings = ({ ratings: { answers, items } }: Quality): number =>
	answers.helped + answers.not_helped + items.helped + items.noise + items.missing;

function Ratings({ ratings }: Pick<Quality, "ratings">) {
	const { answers, items, precision } = ratings;
	const shown = items.helped + items.noise;
	const answered = answers.helped + answers.not_helped;
	const wanted = items.helped + items.missing;
	if (shown + answered + wanted === 0) {
		return (
			<EmptyState
				action={
					<Link to="/" search={{}} className={primaryLook}>
						Ask a question
					</Link>
				}
			>
				Nothing is rated yet. Press a thumb below an answer, or next to an item in the context inspector: this
				page then shows how much of what was read helped, and <code>skein eval --own</code> asks the same
				questions again after a change.
			</EmptyState>
		);
	}
	const share = (label: string, part: number, whole: number): BarRow => ({
		label,
		share: whole === 0 ? null : part / whole,
		figures:
			whole === 0
				? ["–", "none rated"]
				: [formatPercent(part / whole), `${formatNumber(part)} of ${formatNumber(whole)}`],
	});
	return (
		<>
			{precision !== null && (
				<p className="flex items-baseline gap-2">
					<span className="whitespace-nowrap text-28 font-semibold tracking-tight tabular-nums">
						{formatPercent(precision)}
					</span>
					<span className="text-13 text-ink-soft">of the items you rated helped; the others were noise.</span>
				</p>
			)}
			<BarTable
				caption="Shares by rating"
				heads={["By your ratings", "Share", "Rated"]}
				rows={[
					share("Items read that helped", items.helped, shown),
					share("Helpful items that were read", items.helped, wanted),
					share("Answers that helped", answers.helped, answered),
				]}
			/>
		</>
	);
}

function Effort({ contexts: { counted, mean_tokens, days, stages } }: Pick<Quality, "contexts">) {
	const mostTokens = days.reduce((most, day) => Math.max(most, day.mean_tokens), 1);
	const mostTime = stages.reduce((most, { p95_ms }) => Math.max(most, p95_ms), 0.001);
	const total = stages.reduce((sum, { mean_ms }) => sum + mean_ms, 0);
	return (
		<>
			<SettingsSection
				title="Tokens"
				about={`${formatNumber(mean_tokens ?? 0)} on average, ${counted === 1 ? "from one context" : `over the last ${countOf(counted, "context")}`} built for you.`}
			>
				<BarTable
					caption="Mean tokens of a context, by day"
					heads={["Day", "Contexts", "Mean tokens"]}
					rows={days.map((day) => ({
						label: formatDay(day.day),
						share: day.mean_tokens / mostTokens,
						figures: [formatNumber(day.counted), formatNumber(day.mean_tokens)],
					}))}
				/>
			</SettingsSection>
			<SettingsSection
				title="Time"
				about={`Building a context takes ${formatTime(total)} on average. A stage takes longer than its last column in one case of twenty.`}
			>
				<BarTable
					caption="Time of each stage of building a context"
					heads={["Stage", "Mean", "95 %"]}
					rows={stages.map(({ stage, mean_ms, p95_ms }) => ({
						label: stageNames[stage] ?? spellKey(stage),
						share: mean_ms / mostTime,
						figures: [formatTime(mean_ms), formatTime(p95_ms)],
					}))}
				/>
			</SettingsSection>
		</>
	);
}

const stageNames: Readonly<Record<string, string>> = {
	prepare: "Read the question",
	collect: "Collect what might matter",
	fetch: "Fetch the texts",
	rank: "Rank",
	render: "Write each item",
	fit: "Fit into the budget",
	assemble: "Put together",
};

function Caches({ answers }: { readonly answers: Status["answers"] }) {
	const { counted, input_tokens, prompt_cache_hit_rate, context_cache_hit_rate } = answers;
	const row = (label: string, rate: number | null, of: string): BarRow => ({
		label,
		share: rate,
		figures: [rate === null ? "–" : formatPercent(rate), of],
	});
	return (
		<SettingsSection
			title="Caches"
			about={`Over your last ${countOf(counted, "answer")}. What a provider still has is cheaper and faster to send again.`}
		>
			<BarTable
				caption="How much caches answered"
				heads={["Cache", "Hit rate", "Of"]}
				rows={[
					row("The provider’s", prompt_cache_hit_rate, `${formatNumber(input_tokens)} prompt tokens`),
					row("Skein’s own", context_cache_hit_rate, "parts of contexts"),
				]}
			/>
		</SettingsSection>
	);
}

/** Stages of a few milliseconds differ in their first decimal. */
const formatTime = (milliseconds: number): string =>
	milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : formatMilliseconds(milliseconds);

const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

interface BarRow {
	readonly label: string;
	/** The length of the bar, from 0 to 1; null shows none. */
	readonly share: number | null;
	/** One text for each column of figures. */
	readonly figures: readonly string[];
}

interface BarTableProps {
	readonly caption: string;
	/** The head of the labels, then those of the figures. */
	readonly heads: readonly [string, ...string[]];
	readonly rows: readonly BarRow[];
}

const numberLook = "py-1 pl-3 text-right whitespace-nowrap tabular-nums";

/** Figures to compare: a table, with a bar in each row. */
function BarTable({ caption, heads: [labelHead, ...figureHeads], rows }: BarTableProps) {
	return (
		<table className="w-full text-13">
			<caption className="sr-only">{caption}</caption>
			<thead className="text-12 text-ink-faint">
				<tr>
					<th scope="col" className="pb-1 text-left font-normal">
						{labelHead}
					</th>
					<td aria-hidden="true" />
					{figureHeads.map((head) => (
						<th key={head} scope="col" className="pb-1 pl-3 text-right font-normal whitespace-nowrap">
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="text-ink-soft">
				{rows.map(({ label, share, figures }) => (
					<tr key={label} className="border-t border-line">
						<th scope="row" className="py-1 pr-3 text-left font-normal">
							{label}
						</th>
						<td aria-hidden="true" className="w-2/5 py-1 max-md:w-1/4">
							{share !== null && (
								<div className="h-1.5 overflow-hidden rounded-sm bg-hover">
									<div
										className="h-full rounded-sm bg-accent"
										style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
									/>
								</div>
							)}
						</td>
						{figureHeads.map((head, position) => (
							<td key={head} className={numberLook}>
								{figures[position]}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
