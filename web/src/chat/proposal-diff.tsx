import type { DiffLine, Proposal } from "../api/chat-calls.ts";
import { spellKey } from "../design/spell-key.ts";

const longValue = 60;

/** What a proposed write would change, before and after. */
export function ProposalDiff({ proposal: { summary, diff } }: { readonly proposal: Proposal }) {
	return (
		<>
			<p className="text-14">{summary.charAt(0).toUpperCase() + summary.slice(1)}</p>
			{diff.length > 0 && (
				<dl className="mt-1.5 flex flex-col divide-y divide-line rounded-md border border-line bg-surface text-13">
					{diff.map((line) => (
						<Line key={`${line.subject} ${line.field} ${line.after}`} line={line} named={isMixed(diff)} />
					))}
				</dl>
			)}
		</>
	);
}

const isMixed = (diff: readonly DiffLine[]): boolean => new Set(diff.map(({ subject }) => subject)).size > 1;

function Line({ line, named }: { readonly line: DiffLine; readonly named: boolean }) {
	const long = (line.before?.length ?? 0) + (line.after?.length ?? 0) > longValue;
	return (
		<div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 px-2.5 py-1.5 max-sm:grid-cols-1">
			<dt className="text-12 leading-5 text-ink-faint">
				{named && <span className="block truncate text-ink-soft">{line.subject}</span>}
				{spellKey(line.field)}
			</dt>
			<dd className={`flex min-w-0 gap-x-2 ${long ? "flex-col gap-y-1" : "flex-wrap items-baseline"}`}>
				{line.before !== null && (
					<del className="text-ink-faint whitespace-pre-wrap wrap-anywhere">
						<span className="sr-only">before: </span>
						{line.before}
					</del>
				)}
				{line.before !== null && line.after !== null && !long && (
					<span aria-hidden="true" className="text-ink-faint">
						→
					</span>
				)}
				{line.after !== null && (
					<ins className="rounded-sm bg-accent-wash px-1 text-ink no-underline whitespace-pre-wrap wrap-anywhere">
						<span className="sr-only">after: </span>
						{line.after}
					</ins>
				)}
			</dd>
		</div>
	);
}
