import type { Answer } from "../../../contract/frozen.ts";
import type { importJobSchema } from "../../../contract/operation.ts";
import { Repository } from "../rights/access.ts";

type SentJob = Answer<typeof importJobSchema>;

/** An import that was started, in its present state or as it ended. */
export type ImportRun = Omit<SentJob, "dry_run" | "progress" | "report" | "problem"> &
	Readonly<Record<"report" | "problem", object | null>>;

/** How often a running import says that it is there, and after how long a silence it counts as cut off. */
export const SEEN_EVERY = 5_000;
const SILENT_AFTER = 3 * SEEN_EVERY;
const MOST_KEPT = 100;

const COLUMNS = `id, source, name, report, problem, started_at, ended_at,
	CASE WHEN state = 'running' AND seen_at < $3 THEN 'interrupted' ELSE state END AS state`;

/** The imports of one person, kept past the process that ran them. They are theirs alone, and move no revision. */
export class ImportRuns extends Repository {
	list(): Promise<readonly ImportRun[]> {
		return this.db.query<ImportRun>(
			`SELECT ${COLUMNS} FROM import_run WHERE workspace_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT ${MOST_KEPT}`,
			[...this.owner, oldestSeen()],
		);
	}

	async get(id: string): Promise<ImportRun | undefined> {
		const [run] = await this.db.query<ImportRun>(
			`SELECT ${COLUMNS} FROM import_run WHERE workspace_id = $1 AND account_id = $2 AND id = $4::uuid`,
			[...this.owner, oldestSeen(), id],
		);
		return run;
	}

	/** Remembers one that begins, and forgets those that are too many. */
	async begin(run: Pick<ImportRun, "id" | "source" | "name" | "started_at">): Promise<void> {
		await this.db.query(
			`INSERT INTO import_run (workspace_id, account_id, id, source, name, state, started_at, seen_at)
				VALUES ($1, $2, $3, $4, $5, 'running', $6, $6)`,
			[...this.owner, run.id, run.source, run.name, run.started_at],
		);
		await this.db.query(
			`DELETE FROM import_run WHERE workspace_id = $1 AND account_id = $2 AND state <> 'running' AND id NOT IN
				(SELECT id FROM import_run WHERE workspace_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT ${MOST_KEPT})`,
			this.owner,
		);
	}

	async note(id: string): Promise<void> {
		await this.db.query(
			"UPDATE import_run SET seen_at = $4 WHERE workspace_id = $1 AND account_id = $2 AND id = $3",
			[...this.owner, id, new Date().toISOString()],
		);
	}

	async end(id: string, outcome: Pick<ImportRun, "state" | "report" | "problem">): Promise<void> {
		const { state, report, problem } = outcome;
		const print = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
		await this.db.query(
			`UPDATE import_run SET state = $4, report = $5::json, problem = $6::json, ended_at = $7, seen_at = $7
				WHERE workspace_id = $1 AND account_id = $2 AND id = $3`,
			[...this.owner, id, state, print(report), print(problem), new Date().toISOString()],
		);
	}
}

const oldestSeen = (): string => new Date(Date.now() - SILENT_AFTER).toISOString();
