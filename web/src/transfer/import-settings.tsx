import { type ReactNode, useState } from "react";
import type { ImportJob } from "../../../src/client/import-calls.ts";
import type { MappedKey, TableMapping } from "../../../src/graph/transfer/source/table-mapping.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { countOf, formatNumber, RelativeDate, spellKey } from "../design/format.tsx";
import { Notice } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { ChooseSource } from "./choose-source.tsx";
import { FolderMappings } from "./column-mapping.tsx";
import { ImportReportView, Losses } from "./import-report.tsx";
import { type Import, useImport } from "./use-import.ts";

/** Imports a person's work: choose, try, then write. */
export function ImportSettings() {
	const running = useImport();
	const { stage, problem, tryOut } = running;
	return (
		<SettingsSection
			first
			title="Bring your own notes"
			about="From a folder, an archive or a file. First everything is read and nothing written: you see what would come of it, and what would not come across whole."
		>
			{problem !== null && (
				<Notice tone="bad" title="The import could not be started">
					{problem} Nothing was written.
				</Notice>
			)}
			{stage === "none" || stage === "sending" ? (
				<>
					<ChooseSource busy={stage === "sending"} onTry={(wish, chosen) => void tryOut(wish, chosen)} />
					{stage === "sending" && <Progress words="Sending it to the server" />}
					{stage === "none" && <EarlierImports />}
				</>
			) : (
				<Outcome running={running} />
			)}
		</SettingsSection>
	);
}

function Outcome({ running }: { readonly running: Import }) {
	const { job, stage, stop, startOver } = running;
	const trial = stage === "trial";
	const again = (
		<TextButton className="h-8 max-md:h-10" onClick={startOver}>
			Choose something else
		</TextButton>
	);
	if (job === undefined || job.state === "running") {
		const progress = job?.progress ?? null;
		const words = trial ? "Looking at it" : "Bringing it in";
		return (
			<>
				<Progress
					words={
						progress === null
							? words
							: `${spellKey(progress.stage)}: ${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
					}
					{...(progress !== null && { done: progress.done, total: progress.total })}
				/>
				<TextButton className="self-start" onClick={() => void stop()}>
					Stop
				</TextButton>
			</>
		);
	}
	if (job.report === null) {
		const stopped = job.state === "stopped";
		return (
			<Notice
				tone={stopped ? "quiet" : "bad"}
				title={stopped ? "Stopped" : "The import ended early"}
				action={again}
			>
				{job.problem?.detail}{" "}
				{trial
					? "Nothing was written."
					: "What was brought in before stays; the next run finds it again and goes on."}
			</Notice>
		);
	}
	return (
		<ImportReportView report={job.report} trial={trial}>
			{trial ? (
				<Decision key={job.id} running={running} proposed={job.report.mapping} keys={job.report.keys}>
					{again}
				</Decision>
			) : (
				<div className="flex flex-wrap gap-2">{again}</div>
			)}
		</ImportReportView>
	);
}

interface DecisionProps {
	readonly running: Import;
	/** How columns or frontmatter would be imported. */
	readonly proposed: TableMapping | undefined;
	/** Of frontmatter: its keys, with their values. */
	readonly keys: readonly MappedKey[] | undefined;
	readonly children: ReactNode;
}

/**
 * After a trial: runs the import, or the trial again with other columns. A changed mapping has to be tried before it is
 * imported.
 */
function Decision({ running: { carryOut, lookAgain }, proposed, keys, children }: DecisionProps) {
	const [mapping, setMapping] = useState(proposed);
	const changed = mapping !== proposed;
	return (
		<>
			{mapping !== undefined && lookAgain !== undefined && (
				<FolderMappings mapping={mapping} keys={keys} onChange={setMapping} />
			)}
			<div className="flex flex-wrap gap-2">
				{changed && mapping !== undefined && lookAgain !== undefined ? (
					<PrimaryButton onClick={() => void lookAgain(mapping)}>See what would come of it now</PrimaryButton>
				) : (
					<PrimaryButton onClick={() => void carryOut()}>Bring it in</PrimaryButton>
				)}
				{children}
			</div>
		</>
	);
}

interface ProgressProps {
	readonly words: string;
	readonly done?: number;
	readonly total?: number;
}

function Progress({ words, done, total }: ProgressProps) {
	return (
		<div role="status" className="flex flex-col gap-1 text-13 text-ink-soft">
			<span className="tabular-nums">{words}</span>
			<progress
				aria-label="Progress of the import"
				className="h-1.5 w-full accent-accent"
				{...(done !== undefined && { value: done, max: Math.max(1, total ?? 1) })}
			/>
		</div>
	);
}

const shown = 10;

const states: Readonly<Record<Exclude<ImportJob["state"], "running">, string>> = {
	done: "done",
	failed: "failed",
	stopped: "stopped",
	interrupted: "cut off",
};

/** Lists earlier imports, also from before the server was last started, with their results. */
function EarlierImports() {
	const { data = [] } = useRead(["imports"], skein.imports.list);
	const earlier = data.filter(({ dry_run, state }) => !dry_run && state !== "running").slice(0, shown);
	if (earlier.length === 0) return null;
	return (
		<section aria-label="Earlier imports" className="flex flex-col gap-2 border-t border-line pt-4">
			<h3 className="text-13 font-medium text-ink-soft">Earlier imports</h3>
			<ul className="flex flex-col gap-3">
				{earlier.map((job) => (
					<li key={job.id} className="flex flex-col gap-1 text-13">
						<EarlierImport job={job} />
					</li>
				))}
			</ul>
		</section>
	);
}

function EarlierImport({ job: { name, state, started_at, report, problem } }: { readonly job: ImportJob }) {
	return (
		<>
			<p className="flex min-w-0 gap-2">
				<span className="min-w-0 flex-1 truncate">{name}</span>
				{state !== "running" && <span className="text-12 text-ink-faint">{states[state]}</span>}
				<RelativeDate iso={started_at} className="text-12 text-ink-faint" />
			</p>
			{report && (
				<p className="text-12 text-ink-faint">
					{countOf(report.entities.created, "thing")} made, {report.entities.updated} changed,{" "}
					{countOf(report.edges.created, "link")}
				</p>
			)}
			{problem && <p className="text-12 text-ink-faint">{problem.detail}</p>}
			{report && report.losses.length > 0 && <Losses losses={report.losses} />}
		</>
	);
}
