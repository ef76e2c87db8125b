import type { PgliteSession } from "./pglite-session.ts";

/** Without a checkpoint the log only grows, and every start replays all of it. */
const checkpointAfterWalBytes = 48 * 1024 * 1024;
const vacuumAfterChangedRows = 5_000;
const idleMs = 2_000;
/** Plans made while a table was empty are kept until its statistics change; a load would then check every reference by a scan. */
const firstStatisticsAfterRows = 500;

interface PgliteMaintenanceOptions {
	/** Waits for its turn like any caller, so maintenance never runs inside somebody's transaction. */
	readonly withSession: <Result>(work: (session: PgliteSession) => Promise<Result>) => Promise<Result>;
}

/** The embedded engine has no background processes: no checkpointer, no autovacuum. This is both. */
export class PgliteMaintenance {
	readonly #withSession: PgliteMaintenanceOptions["withSession"];
	#session: PgliteSession | undefined;
	#checkpointedAt = 0;
	#vacuumedAt = 0;
	#checkpointing = false;
	#statisticsAt = firstStatisticsAfterRows;
	#idleTimer: NodeJS.Timeout | undefined;
	#stopped = false;

	constructor(options: PgliteMaintenanceOptions) {
		this.#withSession = options.withSession;
	}

	/** Called after each use of the engine. */
	noteUse(session: PgliteSession): void {
		if (this.#stopped) return;
		if (session !== this.#session) {
			this.#session = session;
			this.#checkpointedAt = 0;
			this.#vacuumedAt = 0;
			this.#statisticsAt = firstStatisticsAfterRows;
		}
		clearTimeout(this.#idleTimer);
		if (session.usage.walBytes - this.#checkpointedAt > checkpointAfterWalBytes) this.#checkpoint();
		if (session.usage.changedRows > this.#statisticsAt) this.#refreshStatistics(session.usage.changedRows);
		if (session.usage.changedRows - this.#vacuumedAt > vacuumAfterChangedRows) {
			this.#idleTimer = setTimeout(() => void this.#vacuum().catch(() => undefined), idleMs);
			this.#idleTimer.unref();
		}
	}

	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#idleTimer);
	}

	#checkpoint(): void {
		if (this.#checkpointing) return;
		this.#checkpointing = true;
		void this.#withSession(async (session) => {
			if (this.#stopped) return;
			await session.run("CHECKPOINT", undefined, 0);
			this.#checkpointedAt = session.usage.walBytes;
		})
			.catch(() => undefined)
			.finally(() => {
				this.#checkpointing = false;
			});
	}

	/** Each time the number of rows written has doubled, so that a load pays for it a few times, not for every batch. */
	#refreshStatistics(changedRows: number): void {
		this.#statisticsAt = 2 * changedRows;
		void this.#withSession(async (session) => {
			if (!this.#stopped) await session.run("ANALYZE", undefined, 0);
		}).catch(() => undefined);
	}

	/** One table a turn: a question that arrives meanwhile waits for one table, not for all of them. */
	async #vacuum(): Promise<void> {
		const tables = await this.#withSession(async (session) => {
			this.#vacuumedAt = session.usage.changedRows;
			return session.run(
				"SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
				undefined,
				0,
			);
		});
		for (const { name } of tables.rows) {
			await this.#withSession(async (session) => {
				if (!this.#stopped) await session.run(`VACUUM ANALYZE ${name}`, undefined, 0);
			});
		}
	}
}
