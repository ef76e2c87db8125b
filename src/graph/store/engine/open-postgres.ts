import pg from "pg";
import { InvalidInputError, StoreUnavailableError } from "../../model/errors.ts";
import { createDb, type Session } from "./create-db.ts";
import type { Db, OpenProgress } from "./db.ts";
import { findValueParser } from "./find-value-parser.ts";

export interface OpenPostgresOptions {
	readonly databaseUrl: string;
	readonly onProgress?: OpenProgress;
	readonly statementTimeoutMs?: number;
	/** Connections kept at most; further callers wait, and get an error after ten seconds. */
	readonly poolSize?: number;
}

const connectTimeoutMs = 10_000;
const idleInTransactionMs = 120_000;
const oldestServer = 15;

/** A PostgreSQL server, through a bounded pool; a transaction holds one connection. */
export async function openPostgres(options: OpenPostgresOptions): Promise<Db> {
	const { databaseUrl, onProgress, statementTimeoutMs = 60_000, poolSize = 10 } = options;
	const url = parseUrl(databaseUrl);
	const place = describePlace(url);
	const pool = new pg.Pool({
		connectionString: withServerSettings(url, statementTimeoutMs).href,
		max: poolSize,
		connectionTimeoutMillis: connectTimeoutMs,
		keepAlive: true,
		application_name: "skein",
		types: { getTypeParser: findValueParser as typeof pg.types.getTypeParser },
	});
	// A server that restarts ends connections, idle ones and those held between two statements. Without a listener that
	// event would end this process too; with one, the next statement on such a connection fails and the pool replaces it.
	pool.on("error", () => undefined);
	pool.on("connect", (client) => client.on("error", () => undefined));

	async function acquire(): Promise<Session> {
		const client = await pool.connect().catch((error: unknown) => {
			// Once it is open, callers get a plain failure: the address of the server does not concern them.
			if (isOpen)
				throw new StoreUnavailableError("The database does not answer. Try again in a moment.", error);
			throw explainConnectionError(error, place);
		});
		return {
			async run(sql, parameters) {
				const answer = await client.query(sql, parameters === undefined ? undefined : [...parameters]);
				const last = Array.isArray(answer) ? (answer.at(-1) as pg.QueryResult) : answer;
				return { rows: last.rows, command: last.command };
			},
			release: ({ broken }) => client.release(broken),
		};
	}

	let isOpen = false;
	const db = createDb({ engine: "postgres", acquire, close: () => pool.end() });
	try {
		onProgress?.(`connecting to PostgreSQL at ${place}`);
		await refuseOldServer(db, place);
		isOpen = true;
		return db;
	} catch (error) {
		await db.close();
		throw error;
	}
}

/** Sent with the connection: no SET is left behind for another user of the pool. */
function withServerSettings(url: URL, statementTimeoutMs: number): URL {
	const settings = [
		`-c statement_timeout=${statementTimeoutMs}`,
		`-c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
		"-c TimeZone=UTC",
		"-c DateStyle=ISO",
		"-c IntervalStyle=postgres",
		"-c bytea_output=hex",
		"-c extra_float_digits=1",
	].join(" ");
	const own = url.searchParams.get("options");
	const complete = new URL(url);
	complete.searchParams.set("options", own === null ? settings : `${own} ${settings}`);
	return complete;
}

/** The parser's own error holds the whole address, password included, so it is not kept as the cause. */
function parseUrl(databaseUrl: string): URL {
	const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
	if (url?.protocol === "postgres:" || url?.protocol === "postgresql:") return url;
	throw new InvalidInputError(
		"The database address is not a PostgreSQL URL. Set DATABASE_URL to postgresql://user:password@host:5432/database.",
		{ field: "databaseUrl" },
	);
}

function describePlace(url: URL): string {
	const host = url.hostname || url.searchParams.get("host") || "localhost";
	return `${host}:${url.port || "5432"}${url.pathname}`;
}

async function refuseOldServer(db: Db, place: string): Promise<void> {
	const [server] = await db.query<{ version: number }>(
		"SELECT current_setting('server_version_num')::int / 10000 AS version",
	);
	const version = server?.version ?? 0;
	if (version >= oldestServer) return;
	throw new StoreUnavailableError(
		`The server at ${place} is PostgreSQL ${version}; version ${oldestServer} or newer is needed. Update it, or use another server.`,
	);
}

function explainConnectionError(error: unknown, place: string): StoreUnavailableError {
	const { code, message } = error as { code?: string; message?: string };
	const advice = connectionAdvice.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
	return new StoreUnavailableError(
		`PostgreSQL at ${place} ${advice ?? "could not be reached. Check DATABASE_URL and the server."}`,
		error,
	);
}

const connectionAdvice: readonly (readonly [RegExp, string])[] = [
	[/ECONNREFUSED|ENOENT/, "does not answer. Start the server, or correct host and port in DATABASE_URL."],
	[/ENOTFOUND|EAI_AGAIN/, "has a host name that cannot be found. Correct the host in DATABASE_URL."],
	[/^28/, "refused the user or password. Correct them in DATABASE_URL."],
	[/^3D000/, "has no such database. Create it, or correct its name in DATABASE_URL."],
	[/^53300/, "has no connection left. Close other clients, or raise max_connections."],
	[/^57P03/, "is still starting. Try again in a moment."],
	[/timeout/i, "did not answer in time. It may be overloaded or unreachable; try again."],
	[/SSL/i, "and this client do not agree on encryption. Set sslmode in DATABASE_URL."],
];
