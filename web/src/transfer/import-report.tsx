import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type {
	ImportReport,
	PlannedChange,
	PlannedItem,
} from "../../../src/graph/transfer/source/import-report.ts";
import { countOf, formatNumber } from "../design/format.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";

const stepsShown = 50;

interface ImportReportViewProps {
	readonly report: ImportReport;
	readonly trial: boolean;
	/** The next steps. */
	readonly children?: ReactNode;
}

/** Shows the result of an import or of its trial, and the parts that are not imported whole. */
export function ImportReportView({ report, trial, children }: ImportReportViewProps) {
	const { entities, edges, files, losses, remarks = [], plan = [], plan_total, mapping, seconds } = report;
	const ofKind = mapping && mapping.kind !== "note" ? mapping.kind : undefined;
	const figures: readonly (readonly [string, number])[] = [
		[trial ? "to make" : "made", entities.created],
		[trial ? "to change" : "changed", entities.updated],
		["as they are", entities.skipped],
		[trial ? "links to make" : "links", edges.created],
		["files", files?.kept ?? 0],
	];
	return (
		<section aria-label="Report" className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
			<p role="status" className="text-14 font-medium">
				{trial ? "A trial: nothing was written." : `Brought in within ${seconds.toFixed(1)} s.`}
			</p>
			<dl className="flex flex-wrap gap-x-6 gap-y-2 text-13">
				{figures
					.filter(([, count], position) => count > 0 || position === 0)
					.map(([label, count]) => (
						<div key={label} className="flex flex-col-reverse">
							<dt className="text-12 text-ink-faint">{label}</dt>
							<dd className="text-20 font-semibold tabular-nums">{formatNumber(count)}</dd>
						</div>
					))}
			</dl>
			{plan.length > 0 && <Plan steps={plan} total={plan_total ?? plan.length} />}
			{remarks.map((remark) => (
				<p key={remark} className="text-13 text-ink-soft">
					{remark}
				</p>
			))}
			{losses.length > 0 && <Losses losses={losses} />}
			{!trial && (
				<p className="flex flex-wrap gap-x-4 text-13">
					{ofKind === undefined ? (
						<Link to="/notes" search={{}} className="text-accent-ink hover:underline">
							Look at the notes
						</Link>
					) : (
						<Link
							to="/kinds/$kind"
							params={{ kind: ofKind }}
							search={{}}
							className="text-accent-ink hover:underline"
						>
							Look at what came in
						</Link>
					)}
					<Link to="/inbox" search={{}} className="text-accent-ink hover:underline">
						See what could be linked
					</Link>
				</p>
			)}
			{children}
		</section>
	);
}

const verbs: Readonly<Record<PlannedItem["action"], string>> = {
	create: "make",
	update: "change",
	keep: "keep",
};

function Plan({ steps, total }: { readonly steps: readonly PlannedItem[]; readonly total: number }) {
	const shown = Math.min(stepsShown, steps.length);
	return (
		<details open className="text-13">
			<summary className="text-ink-soft">What it would do</summary>
			<ul className="mt-1 max-h-72 overflow-y-auto border-t border-line">
				{steps.slice(0, stepsShown).map(({ action, kind, title, where, changes = [] }) => (
					<li key={`${where} ${title}`} className="border-b border-line">
						<div className="flex h-8 min-w-0 items-center gap-2">
							<span className="w-14 shrink-0 text-12 text-ink-faint">{verbs[action]}</span>
							<KindIcon kind={kind} size={14} named />
							<span className="min-w-0 flex-1 truncate">{title}</span>
							<span className="max-w-60 truncate text-12 text-ink-faint max-sm:hidden">{where}</span>
						</div>
						{changes.length > 0 && <Changes changes={changes} />}
					</li>
				))}
			</ul>
			{total > shown && (
				<p className="pt-1 text-12 text-ink-faint">
					The first {shown} of {formatNumber(total)} are shown.
				</p>
			)}
		</details>
	);
}

/** What an update changes: each part as it is, and as it would be. */
function Changes({ changes }: { readonly changes: readonly PlannedChange[] }) {
	return (
		<ul className="flex flex-col gap-1 pb-2 pl-16 text-12 text-ink-faint">
			{changes.map(({ field, before, after, lines }) => (
				<li key={field} className="wrap-anywhere">
					<span className="text-ink-soft">{field}</span>
					{lines && ` from line ${lines.first}, ${countOf(lines.before, "line")} to ${lines.after}`}{" "}
					{before !== "" && <del>{before}</del>} {after !== "" && <ins className="text-ink">{after}</ins>}
				</li>
			))}
		</ul>
	);
}

const lossesShown = 50;

/** Lists, line by line, the parts that are not imported whole. */
export function Losses({ losses }: Pick<ImportReport, "losses">) {
	return (
		<details className="text-13">
			<summary className="text-ink-soft">
				{countOf(losses.length, "thing")} {losses.length === 1 ? "does" : "do"} not come across whole
			</summary>
			<ul className="mt-1 flex max-h-72 flex-col gap-1 overflow-y-auto text-12 text-ink-faint">
				{losses.slice(0, lossesShown).map(({ what, where, why }) => (
					<li key={`${where} ${what} ${why}`} className="wrap-anywhere">
						<span className="text-ink-soft">{what}</span> in {where}: {why}
					</li>
				))}
				{losses.length > lossesShown && <li>and {formatNumber(losses.length - lossesShown)} more</li>}
			</ul>
		</details>
	);
}
