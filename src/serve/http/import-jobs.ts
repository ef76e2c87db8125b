import type { AccessSet } from "../../graph/model/access.ts";
import { EntityNotFoundError, SkeinError } from "../../graph/model/errors.ts";
import { newId } from "../../graph/model/ids.ts";
import type { OnceKey } from "../../graph/store/once.ts";
import type { ImportProgress, ImportReport } from "../../graph/transfer/import-report.ts";
import { describeProblem, type Problem } from "./problem.ts";
import { Uploads } from "./uploads.ts";

/** An import on its way, or what came of it. */
export interface ImportJob {
	readonly id: string;
	readonly state: "running" | "done" | "failed" | "stopped";
	readonly dry_run: boolean;
	readonly progress: Parameters<ImportProgress>[0] | null;
	readonly report: ImportReport | null;
	readonly problem: Problem | null;
}

interface KeptJob {
	readonly accountId: string;
	readonly workspaceId: string;
	readonly once: OnceKey | undefined;
	readonly abort: AbortController;
	readonly finished: Promise<void>;
	job: ImportJob;
}

type Import = (watch: {
	readonly onProgress: ImportProgress;
	readonly signal: AbortSignal;
}) => Promise<ImportReport>;

interface StartOptions {
	readonly dryRun: boolean;
	/** The request, where it may come again. */
	readonly once?: OnceKey | undefined;
	readonly run: Import;
}

const MOST_KEPT = 100;

/**
 * The imports of this process. They go on whatever becomes of the connection that asked; one that is cut off is run
 * again and finds what it has brought in already.
 */
export class ImportJobs {
	readonly uploads = new Uploads();
	readonly #jobs = new Map<string, KeptJob>();

	start({ accountId, workspaceId }: AccessSet, { dryRun, once, run }: StartOptions): ImportJob {
		const earlier = this.#findRequested(once);
		if (earlier) return earlier;
		const id = newId();
		const abort = new AbortController();
		const job: ImportJob = {
			...{ id, state: "running", dry_run: dryRun },
			...{ progress: null, report: null, problem: null },
		};
		const update = (change: Partial<ImportJob>): void => {
			kept.job = { ...kept.job, ...change };
		};
		const running = run({ signal: abort.signal, onProgress: (progress) => update({ progress }) });
		const finished = running.then(
			(report) => update({ state: "done", report }),
			(error: unknown) =>
				update(
					abort.signal.aborted ? { state: "stopped" } : { state: "failed", problem: describeProblem(error) },
				),
		);
		const kept: KeptJob = { accountId, workspaceId, once, abort, finished, job };
		this.#jobs.set(id, kept);
		this.#forgetOldest();
		return job;
	}

	/** One's own; somebody else's is as absent as none. */
	get(access: AccessSet, id: string): ImportJob {
		return this.#find(access, id).job;
	}

	/** One's own, the newest first. */
	list(access: AccessSet): readonly ImportJob[] {
		return [...this.#jobs.values()]
			.filter((kept) => isOf(access, kept))
			.map(({ job }) => job)
			.reverse();
	}

	/** Ends it between two batches: what is in stays in. */
	async stop(access: AccessSet, id: string): Promise<ImportJob> {
		const kept = this.#find(access, id);
		kept.abort.abort();
		await kept.finished;
		return kept.job;
	}

	/** Ends them all, and lets go of what was sent to be imported. */
	async stopAll(): Promise<void> {
		const running = [...this.#jobs.values()];
		for (const { abort } of running) abort.abort();
		await Promise.all(running.map(({ finished }) => finished));
		await this.uploads.close();
	}

	#find(access: AccessSet, id: string): KeptJob {
		const kept = this.#jobs.get(id);
		if (kept === undefined || !isOf(access, kept)) throw new EntityNotFoundError("import");
		return kept;
	}

	/** The job that the same request has started before. */
	#findRequested(once: OnceKey | undefined): ImportJob | undefined {
		if (once === undefined) return undefined;
		const earlier = [...this.#jobs.values()].find(
			(kept) =>
				kept.once?.key === once.key &&
				kept.once.actor === once.actor &&
				kept.once.workspaceId === once.workspaceId,
		);
		if (earlier === undefined) return undefined;
		if (Buffer.from(earlier.once?.requestHash ?? []).equals(once.requestHash)) return earlier.job;
		throw new SkeinError(
			"idempotency_key_reused",
			"This Idempotency-Key has been used for another request. Give every request a key of its own.",
		);
	}

	#forgetOldest(): void {
		for (const [id, { job }] of this.#jobs) {
			if (this.#jobs.size <= MOST_KEPT) return;
			if (job.state !== "running") this.#jobs.delete(id);
		}
	}
}

const isOf = (access: AccessSet, { accountId, workspaceId }: KeptJob): boolean =>
	accountId === access.accountId && workspaceId === access.workspaceId;
