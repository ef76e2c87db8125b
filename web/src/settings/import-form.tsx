import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { getImport, type ImportJob, type ImportReport, startImport } from "../api/workspace-calls.ts";
import { fieldLook, primaryLook } from "../design/controls.ts";
import { countOf, formatNumber } from "../design/format-number.ts";
import { Labelled } from "../design/labelled.tsx";
import { Notice } from "../design/notice.tsx";
import { TextButton } from "../design/text-button.tsx";
import { say } from "../design/toasts.tsx";
import { forgetReadings } from "../entities/entity-cache.ts";
import { useEntities } from "../entities/use-entities.ts";

const sources: readonly (readonly [string, string])[] = [
	["obsidian", "A folder of Markdown notes (Obsidian)"],
	["notion", "A Notion export"],
	["github", "GitHub issues"],
	["linear", "A Linear export"],
	["csv", "A table (CSV)"],
	["jsonl", "Lines of JSON"],
];
const askEvery = 700;
const lossesShown = 20;

/** Brings in what lies on the server's disk, first as a trial. */
export function ImportForm() {
	const queries = useQueryClient();
	const projects = useEntities({ kind: "project", limit: 200 }).data?.entities ?? [];
	const [source, setSource] = useState("obsidian");
	const [path, setPath] = useState("");
	const [project, setProject] = useState("");
	const [started, setStarted] = useState<{ readonly id: string; readonly trial: boolean } | null>(null);
	const job = useQuery({
		queryKey: ["import", started?.id],
		queryFn: ({ signal }) => getImport(started?.id ?? "", { signal }),
		enabled: started !== null,
		refetchInterval: ({ state }) =>
			state.data === undefined || state.data.state === "running" ? askEvery : false,
	}).data;
	const running = started !== null && (job === undefined || job.state === "running");
	const written = job?.state === "done" && started?.trial === false;
	useEffect(() => {
		if (written) void forgetReadings(queries);
	}, [written, queries]);

	async function start(trial: boolean) {
		try {
			const { answer } = await startImport({
				source,
				path: path.trim(),
				dry_run: trial,
				...(project !== "" && { project_id: project }),
			});
			setStarted({ id: answer.id, trial });
		} catch (error) {
			say({ text: error instanceof Error ? error.message : "The import could not be started.", tone: "bad" });
		}
	}

	function submit(event: FormEvent) {
		event.preventDefault();
		void start(true);
	}

	return (
		<form onSubmit={submit} className="flex flex-col gap-3">
			<div className="grid gap-3 sm:grid-cols-2">
				<Labelled label="What it is">
					<select value={source} onChange={(event) => setSource(event.target.value)} className={fieldLook}>
						{sources.map(([value, label]) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</select>
				</Labelled>
				<Labelled label="Into which project">
					<select value={project} onChange={(event) => setProject(event.target.value)} className={fieldLook}>
						<option value="">The workspace itself</option>
						{projects.map(({ id, title }) => (
							<option key={id} value={id}>
								{title}
							</option>
						))}
					</select>
				</Labelled>
			</div>
			<Labelled label="Where it lies on the server">
				<input
					required
					value={path}
					onChange={(event) => setPath(event.target.value)}
					placeholder="/path/to/your/notes"
					spellCheck={false}
					className={`${fieldLook} font-mono`}
				/>
			</Labelled>
			<div className="flex gap-2">
				<button type="submit" disabled={running || path.trim() === ""} className={primaryLook}>
					Try it
				</button>
				<TextButton
					className="h-8"
					disabled={running || path.trim() === ""}
					onClick={() => void start(false)}
				>
					Bring it in
				</TextButton>
			</div>
			{started !== null && <JobView job={job} trial={started.trial} onImport={() => void start(false)} />}
		</form>
	);
}

interface JobViewProps {
	readonly job: ImportJob | undefined;
	readonly trial: boolean;
	readonly onImport: () => void;
}

function JobView({ job, trial, onImport }: JobViewProps) {
	if (job === undefined || job.state === "running") {
		const progress = job?.progress ?? null;
		return (
			<div role="status" className="flex flex-col gap-1 text-13 text-ink-soft">
				<span>
					{progress === null
						? "Looking at it"
						: `${progress.stage}: ${formatNumber(progress.done)} of ${formatNumber(progress.total)}`}
				</span>
				<progress
					aria-label="Progress of the import"
					className="h-1.5 w-full accent-accent"
					{...(progress !== null && { value: progress.done, max: Math.max(1, progress.total) })}
				/>
			</div>
		);
	}
	if (job.state === "failed" || job.report === null) {
		return (
			<Notice tone="bad" title="The import stopped">
				{job.problem?.detail} What was brought in before stays, and is found again by the next run.
			</Notice>
		);
	}
	return <ReportView report={job.report} trial={trial} onImport={onImport} />;
}

interface ReportViewProps {
	readonly report: ImportReport;
	readonly trial: boolean;
	readonly onImport: () => void;
}

function ReportView({ report, trial, onImport }: ReportViewProps) {
	const { entities, edges, losses, seconds } = report;
	return (
		<section
			aria-label="Report"
			className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3 text-13"
		>
			<p role="status" className="font-medium">
				{trial ? "A trial: nothing was written." : `Brought in within ${seconds.toFixed(1)} s.`}
			</p>
			<p className="text-ink-soft">
				{trial ? "It would make " : "Made "}
				{countOf(entities.created, "entity", "entities")}
				{edges.created > 0 && ` and ${countOf(edges.created, "link")}`}
				{entities.updated > 0 && `, change ${formatNumber(entities.updated)}`}
				{entities.skipped > 0 && `, leave ${formatNumber(entities.skipped)} as they are`}.
			</p>
			{losses.length > 0 && (
				<details>
					<summary className="text-ink-soft">
						{countOf(losses.length, "thing")} {losses.length === 1 ? "does" : "do"} not come across whole
					</summary>
					<ul className="mt-1 flex flex-col gap-1 text-12 text-ink-faint">
						{losses.slice(0, lossesShown).map(({ what, where, why }) => (
							<li key={`${where} ${what}`} className="wrap-anywhere">
								<span className="text-ink-soft">{what}</span> in {where}: {why}
							</li>
						))}
						{losses.length > lossesShown && <li>and {formatNumber(losses.length - lossesShown)} more</li>}
					</ul>
				</details>
			)}
			{trial && (
				<TextButton className="self-start" onClick={onImport}>
					Bring it in
				</TextButton>
			)}
		</section>
	);
}
