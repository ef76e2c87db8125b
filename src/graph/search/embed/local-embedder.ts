import type { Embedder, EmbedOptions } from "../../model/embedder.ts";
import { countCores } from "./count-cores.ts";
import { EmbedderUnavailableError, ModelThread } from "./model-thread.ts";

export const LOCAL_MODEL = "minilm-l6-v2";

export interface LocalEmbedderOptions {
	/** How many texts may be computed at once; each thread holds the model. */
	readonly threads?: number;
	/** How long a thread without work stays, before its memory is given back. */
	readonly idleMs?: number;
}

const MOST_THREADS = 4;
/** Fewer texts are computed before another thread has loaded the model. */
const WORTH_A_THREAD = 12;
const TEXTS_PER_THREAD = 16;
const IDLE_MS = 10_000;

interface Job {
	readonly text: string;
	readonly resolve: (vector: Float32Array) => void;
	readonly reject: (error: unknown) => void;
	readonly signal: AbortSignal | undefined;
}

/**
 * all-MiniLM-L6-v2 on this machine. A text is computed alone, because a vector must not depend on which texts it was
 * computed with; so many texts at once are many threads. One thread stays, and takes questions before texts. The others
 * come when a long row of texts waits, stand back behind everything else that runs, and go when it is done.
 */
export class LocalEmbedder implements Embedder {
	readonly id = LOCAL_MODEL;
	readonly batchSize: number;
	readonly maxTokens = 256;
	readonly floor = 0.2;
	readonly ceiling = 0.75;
	readonly #idleMs: number;
	readonly #questions: Job[] = [];
	readonly #documents: Job[] = [];
	readonly #busy = new Set<ModelThread>();
	readonly #extra = new Set<ModelThread>();
	#mostExtra: number;
	#first: ModelThread | undefined;
	#idle: NodeJS.Timeout | undefined;
	#closed = false;

	constructor({
		threads = Math.min(MOST_THREADS, countCores()),
		idleMs = IDLE_MS,
	}: LocalEmbedderOptions = {}) {
		this.batchSize = threads * TEXTS_PER_THREAD;
		this.#mostExtra = threads - 1;
		this.#idleMs = idleMs;
	}

	/** How many threads hold the model at present. */
	get threads(): number {
		return this.#first === undefined ? 0 : 1 + this.#extra.size;
	}

	/** The model is loaded by the first call: most commands never need it. */
	async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
		if (this.#closed) throw new EmbedderUnavailableError("it was closed");
		this.#first ??= new ModelThread({ isExtra: false });
		await this.#first.started;
		const queue = kind === "query" ? this.#questions : this.#documents;
		const vectors = texts.map(
			(text) =>
				new Promise<Float32Array>((resolve, reject) => {
					queue.push({ text, resolve, reject, signal });
				}),
		);
		this.#deal();
		return Promise.all(vectors);
	}

	async close(): Promise<void> {
		this.#closed = true;
		this.#mostExtra = 0;
		await Promise.all([this.#first?.close(), this.#dismiss()]);
	}

	#deal(): void {
		if (this.#first) void this.#work(this.#first, () => this.#questions.shift() ?? this.#documents.shift());
		for (const thread of this.#extra) {
			if (thread.isReady) void this.#work(thread, () => this.#documents.shift());
		}
		if (this.#documents.length < WORTH_A_THREAD) return;
		while (this.#extra.size < this.#mostExtra) this.#bringThread();
	}

	async #work(thread: ModelThread, take: () => Job | undefined): Promise<void> {
		if (this.#busy.has(thread)) return;
		this.#busy.add(thread);
		for (let job = take(); job !== undefined; job = take()) {
			if (job.signal?.aborted) job.reject(job.signal.reason);
			else await thread.compute(job.text).then(job.resolve, job.reject);
		}
		this.#busy.delete(thread);
		clearTimeout(this.#idle);
		this.#idle = setTimeout(() => void this.#dismiss(), this.#idleMs).unref();
	}

	#bringThread(): void {
		const thread = new ModelThread({ isExtra: true });
		this.#extra.add(thread);
		thread.started.then(
			() => this.#deal(),
			() => {
				// There is no room for another here; the one that stays goes on alone.
				this.#extra.delete(thread);
				this.#mostExtra = 0;
			},
		);
	}

	async #dismiss(): Promise<void> {
		if (this.#busy.size > 0 && !this.#closed) return;
		const idle = [...this.#extra];
		this.#extra.clear();
		await Promise.all(idle.map((thread) => thread.close()));
	}
}
