import type { AccessSet } from "../../graph/model/access.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import { newId } from "../../graph/model/ids.ts";
import type { ImportProgress, ImportReport } from "../../graph/transfer/import-report.ts";
import { describeProblem, type Problem } from "./problem.ts";

/** An import on its way, or what came of it. */
export interface ImportJob {
	readonly id: string;
	readonly state: "running" | "done" | "failed";
	readonly progress: Parameters<ImportProgress>[0] | null;
	readonly report: ImportReport | null;
	readonly problem: Problem | null;
}

interface KeptJob {
	readonly accountId: string;
	readonly workspaceId: string;
	readonly abort: AbortController;
	readonly finished: Promise<void>;
	job: ImportJob;
}

type Import = (watch: {
	readonly onProgress: ImportProgress;
	readonly signal: AbortSignal;
}) => Promise<ImportReport>;

const MOST_KEPT = 100;

/**
 * The imports of this process. They go on whatever becomes of the connection that asked; one that is cut off is run
 * again and finds what it has brought in already.
 */
export class ImportJobs {
	readonly #jobs = new Map<string, KeptJob>();

	start({ accountId, workspaceId }: AccessSet, run: Import): ImportJob {
		const id = newId();
		const abort = new AbortController();
		const job: ImportJob = { id, state: "running", progress: null, report: null, problem: null };
		const update = (change: Partial<ImportJob>): void => {
			kept.job = { ...kept.job, ...change };
		};
		const running = run({ signal: abort.signal, onProgress: (progress) => update({ progress }) });
		const finished = running.then(
			(report) => update({ state: "done", report }),
			(error: unknown) => update({ state: "failed", problem: describeProblem(error) }),
		);
		const kept: KeptJob = { accountId, workspaceId, abort, finished, job };
		this.#jobs.set(id, kept);
		this.#forgetOldest();
		return job;
	}

	/** One's own; somebody else's is as absent as none. */
	get({ accountId, workspaceId }: AccessSet, id: string): ImportJob {
		const kept = this.#jobs.get(id);
		if (kept?.accountId !== accountId || kept.workspaceId !== workspaceId) {
			throw new EntityNotFoundError("import");
		}
		return kept.job;
	}

	/** Ends them between two batches. */
	async stopAll(): Promise<void> {
		const running = [...this.#jobs.values()];
		for (const { abort } of running) abort.abort();
		await Promise.all(running.map(({ finished }) => finished));
	}

	#forgetOldest(): void {
		for (const [id, { job }] of this.#jobs) {
			if (this.#jobs.size <= MOST_KEPT) return;
			if (job.state !== "running") this.#jobs.delete(id);
		}
	}
}
