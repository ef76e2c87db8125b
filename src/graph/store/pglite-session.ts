import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { StoreUnavailableError } from "../model/errors.ts";
import type { StatementResult } from "./create-db.ts";
import type { EncodedParameter } from "./encode-parameter.ts";
import { findValueParser } from "./find-value-parser.ts";
import { locateCompiled } from "./locate-compiled.ts";

export type WorkerRequest =
	| {
			readonly kind: "run";
			readonly sql: string;
			readonly parameters: readonly EncodedParameter[] | undefined;
	  }
	| { readonly kind: "close" };

export type WorkerReply =
	| { readonly kind: "ready" }
	| { readonly kind: "closed" }
	| { readonly kind: "crashed"; readonly message: string }
	| { readonly kind: "failed"; readonly error: Readonly<Record<string, string | undefined>> }
	| {
			readonly kind: "result";
			readonly command: string;
			readonly columns: readonly { readonly name: string; readonly typeId: number }[];
			readonly rows: readonly (readonly (string | null)[])[];
			readonly changedRows: number;
			readonly walBytes: number;
			readonly fsyncs: number;
			readonly memoryBytes: number;
	  };

type Result = Extract<WorkerReply, { kind: "result" }>;

/** With the default stack, deep JSON overflows the engine before its own depth check can refuse it. */
const engineStackMegabytes = 32;

/** One life of the embedded engine: a worker that answers one request at a time, until it ends or is ended. */
export class PgliteSession {
	readonly #worker: Worker;
	readonly #exited: Promise<unknown>;
	#pending: { resolve: (reply: WorkerReply) => void; reject: (error: unknown) => void } | undefined;
	#ended: StoreUnavailableError | undefined;
	#usage = { changedRows: 0, walBytes: 0, fsyncs: 0, memoryBytes: 0 };

	private constructor(folder: string) {
		this.#worker = new Worker(locateCompiled("pglite-worker", import.meta.url), {
			workerData: { folder },
			// Flags of the process (--input-type, --import of a loader) are not meant for this thread and can stop it.
			execArgv: [],
			resourceLimits: { stackSizeMb: engineStackMegabytes },
		});
		this.#exited = once(this.#worker, "exit").catch(() => undefined);
		// Read at once, a message that comes while its predecessor is being worked on is read in the same turn of the event
		// loop, and the next again: under load, timers and streams would wait for hundreds of answers.
		this.#worker.on("message", (reply: WorkerReply) => setImmediate(() => this.#settle(reply)));
		this.#worker.on("error", (error) => this.#end("The embedded database stopped.", error));
		this.#worker.on("exit", () => this.#end("The embedded database stopped."));
	}

	static async start(folder: string): Promise<PgliteSession> {
		const session = new PgliteSession(folder);
		await session.#next();
		return session;
	}

	get ended(): boolean {
		return this.#ended !== undefined;
	}

	/** Totals since this session started (rows changed, bytes of write-ahead log, fsyncs) and the memory it holds. */
	get usage(): Readonly<Record<"changedRows" | "walBytes" | "fsyncs" | "memoryBytes", number>> {
		return this.#usage;
	}

	async run(
		sql: string,
		parameters: readonly EncodedParameter[] | undefined,
		timeoutMs: number,
	): Promise<StatementResult> {
		const reply = await this.#ask({ kind: "run", sql, parameters }, timeoutMs);
		if (reply.kind === "failed") throw Object.assign(new Error(reply.error.message), reply.error);
		if (reply.kind !== "result") throw new StoreUnavailableError("The embedded database did not answer.");
		this.#usage = {
			changedRows: this.#usage.changedRows + reply.changedRows,
			walBytes: reply.walBytes,
			fsyncs: reply.fsyncs,
			memoryBytes: reply.memoryBytes,
		};
		return { command: reply.command, rows: readRows(reply) };
	}

	async close(timeoutMs: number): Promise<void> {
		if (!this.ended) await this.#ask({ kind: "close" }, timeoutMs);
		await this.terminate("The database is closed.");
	}

	async terminate(reason: string): Promise<void> {
		this.#end(reason);
		await this.#worker.terminate();
		await this.#exited;
	}

	async #ask(request: WorkerRequest, timeoutMs: number): Promise<WorkerReply> {
		if (this.#ended !== undefined) throw this.#ended;
		const answer = this.#next();
		this.#worker.postMessage(request);
		const timer =
			timeoutMs > 0
				? setTimeout(() => {
						const seconds = Math.round(timeoutMs / 100) / 10;
						void this.terminate(
							`A statement ran longer than ${seconds} s and was ended; nothing of its transaction is stored, unless it was the commit itself. Ask for less at once, then try again.`,
						);
					}, timeoutMs)
				: undefined;
		try {
			const reply = await answer;
			if (reply.kind !== "crashed") return reply;
			await this.terminate(
				"The embedded database failed on a statement and was restarted. Nothing of it is stored.",
			);
			throw this.#ended;
		} finally {
			clearTimeout(timer);
		}
	}

	#next(): Promise<WorkerReply> {
		return new Promise((resolve, reject) => {
			this.#pending = { resolve, reject };
		});
	}

	#settle(reply: WorkerReply): void {
		this.#pending?.resolve(reply);
		this.#pending = undefined;
	}

	#end(reason: string, cause?: unknown): void {
		this.#ended ??= new StoreUnavailableError(reason, cause);
		this.#pending?.reject(this.#ended);
		this.#pending = undefined;
	}
}

function readRows({ columns, rows }: Result): Record<string, unknown>[] {
	const readers = columns.map(({ name, typeId }) => ({ name, parse: findValueParser(typeId) }));
	return rows.map((row) => {
		const record: Record<string, unknown> = {};
		for (const [index, { name, parse }] of readers.entries()) {
			const text = row[index];
			record[name] = text === null || text === undefined ? null : parse(text);
		}
		return record;
	});
}
