import { AsyncLocalStorage } from "node:async_hooks";
import { ConflictError, InvalidInputError, SkeinError, StoreUnavailableError } from "../../model/errors.ts";
import type { Db, Queryable } from "./db.ts";
import { type EncodedParameter, sendParameter } from "./encode-parameter.ts";
import { rehearse } from "./rehearse.ts";

/** The caller sees the message: it names nothing of the database. The original stays in `cause`. */
export function mapDatabaseError(error: unknown): SkeinError {
	if (error instanceof SkeinError) return error;
	const state = readState(error);
	const known = KNOWN.find(([beginning]) => state.startsWith(beginning));
	if (known === undefined) {
		return new StoreUnavailableError(
			"The database did not answer as expected. Try again; if it keeps failing, look at the server's log.",
			error,
		);
	}
	const [, Known, message] = known;
	return withCause(new Known(message), error);
}

/** By the beginning of the state, the longer ones first. */
const KNOWN: readonly (readonly [
	state: string,
	make: new (message: string) => SkeinError,
	message: string,
])[] = [
	["23502", InvalidInputError, "A required value is missing. Add it and try again."],
	["23514", InvalidInputError, "A value is outside what is allowed there. Correct it and try again."],
	[
		"23505",
		ConflictError,
		"Something with the same key exists already. Read it, then change that one instead.",
	],
	["23503", ConflictError, "This refers to something that does not exist, or that others still refer to."],
	["22", InvalidInputError, "A value cannot be stored in the form it was given. Correct it and try again."],
	["23", ConflictError, "This contradicts what is stored already. Read the current state and try again."],
	["54", InvalidInputError, "A value is too large or nested too deeply to be stored. Make it smaller."],
];

function readState(error: unknown): string {
	const code = (error as { code?: unknown } | null)?.code;
	return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : "";
}

/** Not enumerable: an error that is logged or sent as JSON must not carry the database's own words along. */
function withCause(error: SkeinError, cause: unknown): SkeinError {
	return Object.defineProperty(error, "cause", { value: cause, enumerable: false });
}

export interface StatementResult {
	readonly rows: readonly Record<string, unknown>[];
	/** The first word of the command tag: `INSERT`, `COMMIT`, `ROLLBACK`. */
	readonly command: string;
}

/** One conversation with the engine, held by one caller at a time. */
export interface Session {
	/** Without parameters the text may hold several statements; it returns the last one's result. */
	run(sql: string, parameters?: readonly EncodedParameter[]): Promise<StatementResult>;
	/** A broken session is thrown away, so that no later caller inherits its half-open transaction. */
	release(outcome: { readonly broken: boolean }): void;
}

export interface SessionSource {
	readonly engine: Db["engine"];
	/** A session for one statement that only reads may be shared with others of the kind. */
	acquire(use: { readonly onlyReads: boolean }): Promise<Session>;
	engineBytes?(): number;
	close(): Promise<void>;
}

/** All that both drivers share: what a query and a transaction mean. A driver only hands out sessions. */
export function createDb(source: SessionSource): Db {
	const transactionScope = new AsyncLocalStorage<{ open: boolean }>();
	const running = new Set<Promise<unknown>>();
	let closing: Promise<void> | undefined;

	/** Closing waits for what has begun: a pool that ends under a waiting caller leaves it to time out. */
	async function withSession<Result>(
		use: { readonly onlyReads: boolean },
		work: (session: Session) => Promise<Result>,
	): Promise<Result> {
		if (closing !== undefined)
			throw new StoreUnavailableError("The database is closed. Open it again to go on.");
		// The embedded engine has one session: waiting for it while holding it would hang for ever.
		if (transactionScope.getStore()?.open) {
			throw new Error("Inside a transaction, use the handle it was given, not the database.");
		}
		const result = source.acquire(use).catch(throwMapped).then(work);
		const settled = result.catch(() => undefined).finally(() => running.delete(settled));
		running.add(settled);
		return result;
	}

	async function query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
		refuseSessionState(sql);
		const encoded = parameters?.map(sendParameter);
		return withSession({ onlyReads: onlyReads(sql, encoded) }, async (session) => {
			const result = await session
				.run(sql, encoded)
				.catch(throwMapped)
				.finally(() => session.release({ broken: false }));
			return result.rows as Row[];
		});
	}

	async function transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> {
		return withSession({ onlyReads: false }, (session) => {
			const scope = { open: true };
			return runTransaction(session, scope, (tx) => transactionScope.run(scope, () => work(tx)));
		});
	}

	function close(): Promise<void> {
		closing ??= Promise.all(running).then(() => source.close());
		return closing;
	}

	const { engine, engineBytes } = source;
	const db = { engine, query, transaction };
	return { ...db, rehearse: (work) => rehearse(db, work), close, ...(engineBytes && { engineBytes }) };
}

async function runTransaction<Result>(
	session: Session,
	scope: { open: boolean },
	work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
	let statements: Promise<unknown> = Promise.resolve();
	let firstFailure: unknown;
	let broken = false;

	/** One after the other, even when the caller does not wait for each. */
	function runInOrder(sql: string, encoded?: readonly EncodedParameter[]): Promise<StatementResult> {
		const result = statements.then(() => session.run(sql, encoded)).catch(throwMapped);
		statements = result.catch((error: unknown) => {
			firstFailure ??= error;
		});
		return result;
	}

	const tx: Queryable = {
		async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
			if (!scope.open) throw new Error("This transaction has ended; its handle can no longer be used.");
			refuseSessionState(sql);
			const result = await runInOrder(sql, parameters?.map(sendParameter));
			return result.rows as Row[];
		},
	};

	try {
		await runInOrder("BEGIN");
		const result = await work(tx);
		scope.open = false;
		const end = await runInOrder("COMMIT");
		// COMMIT after a failed statement answers ROLLBACK without an error: work that swallowed the failure would report
		// its writes as stored.
		if (end.command !== "COMMIT") throw mapDatabaseError(firstFailure);
		return result;
	} catch (error) {
		scope.open = false;
		await runInOrder("ROLLBACK").catch(() => {
			broken = true;
		});
		throw error;
	} finally {
		session.release({ broken });
	}
}

/** They outlive the statement on a shared session and reach its next user: `SET LOCAL` inside `transaction()` is the only way. */
function refuseSessionState(sql: string): void {
	if (sessionState.test(sql)) {
		throw new Error("Use transaction(), and SET LOCAL inside it: session state would leak to other callers.");
	}
}

/** Certainly, and in one statement: without parameters a text may hold several. */
const onlyReads = (sql: string, parameters: readonly unknown[] | undefined): boolean =>
	/^[\s(]*select\b/i.test(sql) && (parameters !== undefined || !sql.includes(";"));

const sessionState =
	/^\s*(begin|commit|end|abort|start\s+transaction|rollback(?!\s+to\b)|set\s+(?!local\b|constraints\b|transaction\b)|reset|listen|prepare)\b/i;

function throwMapped(error: unknown): never {
	throw mapDatabaseError(error);
}
