import { useQuery } from "@tanstack/react-query";
import { type ImportJob, listImports } from "../api/transfer-calls.ts";
import { countOf } from "../design/format-number.ts";
import { RelativeDate } from "../design/relative-date.tsx";
import { Losses } from "./losses.tsx";

const shown = 10;

const states: Readonly<Record<Exclude<ImportJob["state"], "running">, string>> = {
	done: "done",
	failed: "failed",
	stopped: "stopped",
	interrupted: "cut off",
};

/** What was brought in before, also before the server was last started, and what came of it. */
export function EarlierImports() {
	const { data = [] } = useQuery({ queryKey: ["imports"], queryFn: ({ signal }) => listImports({ signal }) });
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
				<span className="text-12 text-ink-faint">
					<RelativeDate iso={started_at} />
				</span>
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
