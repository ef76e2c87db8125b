import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { StoreUnavailableError } from "../../model/errors.ts";
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

/** For a request that waited behind the one that ended the engine: it may be sent again. */
export class NotRunError extends StoreUnavailableError {}

interface Waiting {
	readonly timeoutMs: number;
	readonly resolve: (reply: WorkerReply) => void;
	readonly reject: (error: unknown) => void;
}

/** One life of the embedded engine: a worker that answers requests in their order, until it ends or is ended. */
export class PgliteSession {
	readonly #worker: Worker;
	/** Resolves when nothing of it is left: only then may another engine open the folder. */
	readonly exited: Promise<unknown>;
	/** The request in work first, then those behind it. */
	readonly #waiting: Waiting[] = [];
	readonly #answers: (() => void)[] = [];
	#clock: NodeJS.Timeout | undefined;
	#ended: StoreUnavailableError | undefined;
	#usage = { changedRows: 0, walBytes: 0, fsyncs: 0, memoryBytes: 0 };

	private constructor(folder: string) {
		this.#worker = new Worker(locateCompiled("pglite-worker", import.meta.url), {
			workerData: { folder },
			// Flags of the process (--input-type, --import of a loader) are not for this thread and can stop it.
			execArgv: [],
			resourceLimits: { stackSizeMb: engineStackMegabytes },
		});
		this.exited = once(this.#worker, "exit").catch(() => undefined);
		this.#worker.on("message", (reply: WorkerReply) => this.#receive(reply));
		this.#worker.on("error", (error) => this.#end("The embedded database stopped.", error));
		this.#worker.on("exit", () => this.#end("The embedded database stopped."));
	}

	static async start(folder: string): Promise<PgliteSession> {
		const session = new PgliteSession(folder);
		await session.#wait(0);
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
		await this.exited;
	}

	async #ask(request: WorkerRequest, timeoutMs: number): Promise<WorkerReply> {
		if (this.#ended !== undefined) throw new NotRunError(this.#ended.message, this.#ended.cause);
		const answer = this.#wait(timeoutMs);
		this.#worker.postMessage(request);
		return answer;
	}

	#wait(timeoutMs: number): Promise<WorkerReply> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ timeoutMs, resolve, reject });
			if (this.#waiting.length === 1) this.#startClock();
		});
	}

	/** For what the engine works on: what lies behind has not begun. */
	#startClock(): void {
		clearTimeout(this.#clock);
		const { timeoutMs } = this.#waiting[0] ?? { timeoutMs: 0 };
		if (timeoutMs === 0) return;
		this.#clock = setTimeout(() => {
			const seconds = Math.round(timeoutMs / 100) / 10;
			void this.terminate(
				`A statement ran longer than ${seconds} s and was ended; nothing of its transaction is stored, unless it was the commit itself. Ask for less at once, then try again.`,
			);
		}, timeoutMs);
	}

	/**
	 * Delivers one answer in each turn of the event loop. Without this, an answer that comes while its predecessor is
	 * handled would be handled in the same turn, and the next again: under load, timers and streams would wait for
	 * hundreds.
	 */
	#receive(reply: WorkerReply): void {
		if (reply.kind === "crashed") {
			void this.terminate(
				"The embedded database failed on a statement and was restarted. Nothing of it is stored.",
			);
			return;
		}
		const answered = this.#waiting.shift();
		this.#startClock();
		if (answered === undefined) return;
		this.#answers.push(() => answered.resolve(reply));
		if (this.#answers.length === 1) setImmediate(() => this.#tellNext());
	}

	#tellNext(): void {
		this.#answers[0]?.();
		this.#answers.shift();
		if (this.#answers.length > 0) setImmediate(() => this.#tellNext());
	}

	/** Only the request in work has failed; those behind it were not begun. */
	#end(reason: string, cause?: unknown): void {
		clearTimeout(this.#clock);
		this.#ended ??= new StoreUnavailableError(reason, cause);
		const [running, ...behind] = this.#waiting.splice(0);
		running?.reject(this.#ended);
		for (const { reject } of behind) reject(new NotRunError(reason, cause));
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
