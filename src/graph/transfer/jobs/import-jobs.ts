import type { AccessSet } from "../../model/access.ts";
import { describeProblem, type Problem } from "../../model/describe-problem.ts";
import { EntityNotFoundError, SkeinError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import { type ImportRun, type ImportRuns, SEEN_EVERY } from "../../store/archive/import-runs.ts";
import { type IdempotencyKey, keyReused } from "../../store/write/idempotency.ts";
import type { ImportProgress, ImportReport } from "../source/import-report.ts";
import { ImportTurns } from "./import-turns.ts";
import { type FoundUpload, isOf, Uploads } from "./uploads.ts";

export interface ImportJob extends Omit<ImportRun, "report" | "problem"> {
	readonly dry_run: boolean;
	readonly progress: Parameters<ImportProgress>[0] | null;
	readonly report: ImportReport | null;
	readonly problem: Problem | null;
}

interface KeptJob {
	readonly accountId: string;
	readonly workspaceId: string;
	readonly once: IdempotencyKey | undefined;
	readonly abort: AbortController;
	readonly finished: Promise<void>;
	job: ImportJob;
}

type Import = (watch: {
	readonly onProgress: ImportProgress;
	readonly signal: AbortSignal;
}) => Promise<ImportReport>;

/** Whose imports they are, and where those are kept that the process may not outlive. */
interface Owner {
	readonly access: AccessSet;
	readonly runs: ImportRuns;
}

interface StartOptions extends Pick<ImportRun, "source" | "name"> {
	readonly dryRun: boolean;
	/** The request, where it may come again. */
	readonly once?: IdempotencyKey | undefined;
	/** The file it reads, where that was sent. */
	readonly upload?: FoundUpload | undefined;
	readonly run: Import;
}

const MOST_KEPT = 100;
const MOST_LOSSES = 2_000;
/** Running or waiting, of one person. */
const MOST_EACH = 10;

/** They outlive the connection that started them; one that is cut off is run again and finds what it has imported. */
export class ImportJobs {
	readonly uploads = new Uploads();
	readonly #jobs = new Map<string, KeptJob>();
	readonly #turns = new ImportTurns();

	async start({ access, runs }: Owner, options: StartOptions): Promise<ImportJob> {
		const { dryRun, once, source, name, upload, run } = options;
		const earlier = this.#findRequested(once);
		if (earlier) return earlier;
		this.#checkCount(access);
		const { accountId, workspaceId } = access;
		const abort = new AbortController();
		const release = upload?.hold();
		const job: ImportJob = {
			...{ id: newId(), source, name, state: "running", dry_run: dryRun },
			...{ progress: null, report: null, problem: null },
			...{ started_at: new Date().toISOString(), ended_at: null },
		};
		const onProgress: ImportProgress = (progress) => {
			kept.job = { ...kept.job, progress };
		};
		// A read-only caller gets their refusal from the import itself, and leaves no record.
		const isKept = !dryRun && access.mayWrite;
		const ready = isKept ? runs.begin(job) : Promise.resolve();
		const stopNoting = isKept ? noteRegularly(runs, job.id) : () => undefined;
		const finished = ready
			.then(() =>
				this.#turns.run({ accountId, signal: abort.signal }, () => run({ signal: abort.signal, onProgress })),
			)
			.then(
				(report): Outcome => ({ state: "done", report: clipReport(report), problem: null }),
				(error: unknown): Outcome =>
					abort.signal.aborted
						? { state: "stopped", report: null, problem: null }
						: { state: "failed", report: null, problem: describeProblem(error) },
			)
			.then(async (outcome) => {
				stopNoting();
				// The import is written, even if its record cannot be.
				if (isKept) await runs.end(job.id, outcome).catch(() => undefined);
				await release?.().catch(() => undefined);
				kept.job = { ...kept.job, ...outcome, ended_at: new Date().toISOString() };
			});
		const kept: KeptJob = { accountId, workspaceId, once, abort, finished, job };
		this.#jobs.set(job.id, kept);
		this.#forgetOldest();
		await ready;
		return job;
	}

	/** One's own; somebody else's is as absent as none. */
	async get({ access, runs }: Owner, id: string): Promise<ImportJob> {
		const kept = this.#jobs.get(id);
		if (kept && isOf(access, kept)) return kept.job;
		const run = isId(id) ? await runs.get(id) : undefined;
		if (run === undefined) throw new EntityNotFoundError("import");
		return toJob(run);
	}

	/** One's own, the newest first. */
	async list({ access, runs }: Owner): Promise<readonly ImportJob[]> {
		const here = [...this.#jobs.values()].filter((kept) => isOf(access, kept)).map(({ job }) => job);
		const known = new Set(here.map(({ id }) => id));
		const elsewhere = (await runs.list()).filter(({ id }) => !known.has(id)).map(toJob);
		return [...here, ...elsewhere].sort((a, b) => (a.id < b.id ? 1 : -1));
	}

	/** Ends it between two batches: what is in stays in. */
	async stop(owner: Owner, id: string): Promise<ImportJob> {
		const kept = this.#jobs.get(id);
		if (kept === undefined || !isOf(owner.access, kept)) return this.get(owner, id);
		kept.abort.abort();
		await kept.finished;
		return kept.job;
	}

	/** Ends them all, and deletes the files that were sent for import. */
	async stopAll(): Promise<void> {
		const running = [...this.#jobs.values()];
		for (const { abort } of running) abort.abort();
		await Promise.all(running.map(({ finished }) => finished));
		await this.uploads.close();
	}

	#findRequested(once: IdempotencyKey | undefined): ImportJob | undefined {
		if (once === undefined) return undefined;
		const earlier = [...this.#jobs.values()].find(
			(kept) =>
				kept.once?.key === once.key &&
				kept.once.actor === once.actor &&
				kept.once.workspaceId === once.workspaceId,
		);
		if (earlier === undefined) return undefined;
		if (Buffer.from(earlier.once?.requestHash ?? []).equals(once.requestHash)) return earlier.job;
		throw keyReused();
	}

	#checkCount(access: AccessSet): void {
		// Of all workspaces together, as turns are given: otherwise ten in each would wait for one another.
		const own = [...this.#jobs.values()].filter(
			(kept) => kept.accountId === access.accountId && kept.job.state === "running",
		);
		if (own.length < MOST_EACH) return;
		throw new SkeinError(
			"too_many_imports",
			`You have ${MOST_EACH} imports that run or wait. Wait for one of them, or stop one.`,
		);
	}

	#forgetOldest(): void {
		for (const [id, { job }] of this.#jobs) {
			if (this.#jobs.size <= MOST_KEPT) return;
			if (job.state !== "running") this.#jobs.delete(id);
		}
	}
}

type Outcome = Pick<ImportJob, "state" | "report" | "problem">;

function noteRegularly(runs: ImportRuns, id: string): () => void {
	const timer = setInterval(() => void runs.note(id).catch(() => undefined), SEEN_EVERY);
	timer.unref();
	return () => clearInterval(timer);
}

/** A report may list a hundred thousand files, and a hundred reports are kept; the lines left out are counted. */
function clipReport(report: ImportReport): ImportReport {
	const more = report.losses.length - MOST_LOSSES;
	if (more <= 0) return report;
	const rest = { what: `${more} more losses`, where: "", why: `Only the first ${MOST_LOSSES} are listed.` };
	return { ...report, losses: [...report.losses.slice(0, MOST_LOSSES), rest] };
}

const INTERRUPTED = describeProblem(
	new SkeinError(
		"import_interrupted",
		"The server ended while this import ran. What was written stays. Start the same import again: it skips what is in and goes on from there.",
	),
);

const toJob = (run: ImportRun): ImportJob => ({
	...run,
	dry_run: false,
	progress: null,
	report: run.report as ImportReport | null,
	problem: run.state === "interrupted" ? INTERRUPTED : (run.problem as Problem | null),
});
