import { Worker } from "node:worker_threads";
import { locateCompiled } from "../../../store/engine/locate-compiled.ts";
import type { DocumentFormat, DocumentText } from "./document-text.ts";

export interface DocumentRequest {
	readonly format: DocumentFormat;
	/** The name of its file. */
	readonly name: string;
	readonly bytes: Uint8Array;
}

export type DocumentReply = { readonly text: DocumentText } | { readonly problem: string };

interface ReadingLimits {
	readonly milliseconds: number;
	readonly heapMegabytes: number;
	/** Milliseconds without a file after which the thread ends: documents that are read again at their turn come after `close`. */
	readonly idle: number;
}

/** No honest file of the size that is taken needs as long, or as much memory. */
const LIMITS: ReadingLimits = { milliseconds: 60_000, heapMegabytes: 1_000, idle: 5_000 };
/** Buffers lie outside the heap of the thread, and nothing but the size of the process shows them. */
const MOST_GROWTH = 2_000_000_000;
const LOOK_EVERY = 250;
/** Elements may be nested as deep as browsers allow, and each level takes several calls. */
const STACK_MEGABYTES = 16;

const describeSlow = (milliseconds: number): string =>
	`Reading it takes longer than ${milliseconds / 1000} seconds. Split it.`;
const TOO_MUCH = "Reading it takes too much memory. Split it.";

/** Reads documents one after the other in a thread of its own, which a harmful file can bring down without damage. */
export class DocumentReader {
	readonly #limits: ReadingLimits;
	#worker: Worker | undefined;
	#last: Promise<unknown> = Promise.resolve();
	#idle: NodeJS.Timeout | undefined;

	constructor(limits: Partial<ReadingLimits> = {}) {
		this.#limits = { ...LIMITS, ...limits };
	}

	/** What the file says, or why it cannot be read. */
	read(request: DocumentRequest, signal?: AbortSignal): Promise<DocumentReply> {
		const reply = this.#last.then(() => this.#ask(request, signal));
		this.#last = reply.catch(() => undefined);
		return reply;
	}

	async close(): Promise<void> {
		clearTimeout(this.#idle);
		const worker = this.#worker;
		this.#worker = undefined;
		await worker?.terminate();
	}

	async #ask(request: DocumentRequest, signal: AbortSignal | undefined): Promise<DocumentReply> {
		signal?.throwIfAborted();
		clearTimeout(this.#idle);
		const worker = this.#worker ?? this.#start();
		this.#worker = worker;
		const { milliseconds } = this.#limits;
		const before = process.memoryUsage.rss();
		const started = performance.now();
		const { promise, resolve, reject } = makePromise<DocumentReply>();
		const stop = (problem: string): void => {
			resolve({ problem });
			void this.close();
		};
		const watch = setInterval(() => {
			if (performance.now() - started > milliseconds) stop(describeSlow(milliseconds));
			else if (process.memoryUsage.rss() - before > MOST_GROWTH) stop(TOO_MUCH);
		}, LOOK_EVERY);
		const onAbort = (): void => {
			reject(signal?.reason);
			void this.close();
		};
		const onError = (error: NodeJS.ErrnoException): void =>
			stop(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? TOO_MUCH : `It cannot be read: ${error.message}`);
		const onExit = (): void => stop("It cannot be read: it ended the program that reads it.");
		worker.on("message", resolve).on("error", onError).on("exit", onExit);
		signal?.addEventListener("abort", onAbort);
		try {
			worker.postMessage(request);
			return await promise;
		} finally {
			clearInterval(watch);
			worker.off("message", resolve).off("error", onError).off("exit", onExit);
			signal?.removeEventListener("abort", onAbort);
			if (this.#worker) this.#idle = setTimeout(() => void this.close(), this.#limits.idle).unref();
		}
	}

	#start(): Worker {
		const worker = new Worker(locateCompiled("document-worker", import.meta.url), {
			execArgv: [],
			resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMegabytes, stackSizeMb: STACK_MEGABYTES },
		});
		// An error that comes between two files would otherwise end the process.
		worker.on("error", () => undefined);
		// A thread that died between two files is replaced at the next.
		worker.once("exit", () => {
			if (this.#worker === worker) this.#worker = undefined;
		});
		worker.unref();
		return worker;
	}
}

function makePromise<Value>() {
	let resolve: (value: Value) => void = () => undefined;
	let reject: (reason: unknown) => void = () => undefined;
	const promise = new Promise<Value>((onValue, onReason) => {
		[resolve, reject] = [onValue, onReason];
	});
	return { promise, resolve, reject };
}
