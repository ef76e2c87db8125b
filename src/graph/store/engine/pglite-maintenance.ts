import type { PgliteSession } from "./pglite-session.ts";

/** Without a checkpoint every start replays the whole log; after each one, every page touched is logged whole once more. */
const checkpointAfterWalBytes = 64 * 1024 * 1024;
const vacuumAfterChangedRows = 5_000;
const idleMs = 2_000;
/** Plans made while a table was empty are kept until its statistics change; a load would then check every reference by a scan. */
const firstStatisticsAfterRows = 500;
const nextStatisticsAfterTimes = 4;
/** A tenth of the usual sample: which index to use is decided by the size of a table, and reading more of it costs a load dearly. */
const statisticsTarget = 10;

interface PgliteMaintenanceOptions {
	/** Waits for its turn like any caller, so maintenance never runs inside somebody's transaction. */
	readonly withSession: <Result>(work: (session: PgliteSession) => Promise<Result>) => Promise<Result>;
}

/** Ours alone: a bare ANALYZE also reads the catalogue, which takes longer than a small database. */
async function listTables(session: PgliteSession): Promise<readonly string[]> {
	const { rows } = await session.run(
		"SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
		undefined,
		0,
	);
	return rows.map(({ name }) => String(name));
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
	#uses = 0;
	#stopped = false;

	constructor(options: PgliteMaintenanceOptions) {
		this.#withSession = options.withSession;
	}

	/** Called when somebody asks for the engine: a transaction that takes its time is not idleness. */
	noteRequest(): void {
		this.#uses += 1;
		clearTimeout(this.#idleTimer);
	}

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

	/** Each time the number of rows written has multiplied, so that a load pays for it a few times, not for every batch. */
	#refreshStatistics(changedRows: number): void {
		this.#statisticsAt = nextStatisticsAfterTimes * changedRows;
		void this.#withSession(async (session) => {
			if (this.#stopped) return;
			const tables = await listTables(session);
			await session.run(
				`BEGIN; SET LOCAL default_statistics_target = ${statisticsTarget}; ANALYZE ${tables.join(", ")}; COMMIT`,
				undefined,
				0,
			);
		}).catch(() => undefined);
	}

	/** One table a turn, as long as nobody asks for the engine; what is left over waits for the next quiet moment. */
	async #vacuum(): Promise<void> {
		const usesAtStart = this.#uses;
		const { changedRows, tables } = await this.#withSession(async (session) => ({
			changedRows: session.usage.changedRows,
			tables: await listTables(session),
		}));
		for (const table of tables) {
			if (this.#stopped || this.#uses !== usesAtStart) return;
			await this.#withSession((session) => session.run(`VACUUM ANALYZE ${table}`, undefined, 0));
		}
		this.#vacuumedAt = changedRows;
	}
}
