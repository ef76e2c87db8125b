import type { Answer } from "../../../contract/frozen.ts";
import type { diagnosisSchema } from "../../../contract/operation.ts";

/**
 * The interface to a database. Both drivers accept PostgreSQL (feature level 15) and return the same JavaScript values,
 * so the SQL above them never asks which engine it runs on: `timestamptz` → ISO string with milliseconds, `int8` →
 * number, `json`/`jsonb` → parsed value, `bytea` → Uint8Array, `uuid` and `text` → string.
 */
export interface Queryable {
	query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface Db extends Queryable {
	readonly engine: "pglite" | "postgres";
	/** Commits when `work` resolves, rolls back when it rejects. Inside, use only the handle it is given. */
	transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
	/**
	 * Takes back what `work` wrote, and returns its result. To `work` it is a database like any other. Nobody else writes
	 * to these rows meanwhile; with the embedded engine, which has one session, everybody waits.
	 */
	rehearse<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
	/** The memory that an engine inside this process holds. */
	engineBytes?(): number;
	close(): Promise<void>;
}

/** Called with each step while a store opens, to show progress; the first start of an embedded store takes seconds. */
export type OpenProgress = (step: string) => void;

/** A part of the store, over one database or one of its transactions. */
export abstract class StorePart<Database extends Queryable = Db> {
	protected readonly db: Database;

	constructor(db: Database) {
		this.db = db;
	}
}

/** The same database, with one more step at the end of each transaction: what it writes is stored with the rest or not at all. */
export const extendTransactions = (db: Db, step: (tx: Queryable) => Promise<void>): Db => ({
	...db,
	transaction: (work) =>
		db.transaction(async (tx) => {
			const result = await work(tx);
			await step(tx);
			return result;
		}),
});

/** With the last migration that was applied, and whether the optional search in SQL can be installed. */
export type EngineFacts = Answer<typeof diagnosisSchema>["engine"];

export async function describeEngine(db: Db): Promise<EngineFacts> {
	const [row] = await db.query<Omit<EngineFacts, "engine">>(
		`SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
			EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams,
			(SELECT max(number) FROM migration) AS schema,
			pg_database_size(current_database()) AS bytes`,
	);
	const { version = "", trigrams = false, schema = 0, bytes = 0 } = row ?? {};
	return { engine: db.engine, version, trigrams, schema, bytes };
}
