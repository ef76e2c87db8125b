import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Embedder, EmbedOptions } from "../../model/embedder.ts";
import type { Precision } from "./build-minilm-graph.ts";
import { EmbedderUnavailableError, ModelProcess } from "./model-process.ts";

/** Stored with every vector: those of one precision are not compared with those of the other. */
const MODEL_IDS: Readonly<Record<Precision, string>> = { int8: "minilm-l6-v2-int8", full: "minilm-l6-v2" };

export interface LocalEmbedderOptions {
	/** `full` only answers by vectors that an earlier version stored, until they have been made again. */
	readonly precision?: Precision;
	/** How many texts may be computed at once; each process holds the model. */
	readonly processes?: number;
	/** How long an extra process without work stays, before its memory is given back. */
	readonly idleMs?: number;
}

const MOST_PROCESSES = 4;
/** Fewer texts are computed before another process has loaded the model. */
const WORTH_A_PROCESS = 12;
const TEXTS_PER_PROCESS = 16;
const IDLE_MS = 10_000;

interface Job {
	readonly text: string;
	readonly resolve: (vector: Float32Array) => void;
	readonly reject: (error: unknown) => void;
	readonly signal: AbortSignal | undefined;
}

/**
 * all-MiniLM-L6-v2 on this machine. A text is computed alone, because a vector must not depend on which texts it was
 * computed with; so several at once are several processes. One stays, and computes questions before texts. The others
 * start when a long queue of texts waits, run at a lower priority than everything else, and end when it is empty.
 */
export class LocalEmbedder implements Embedder {
	readonly id: string;
	readonly batchSize: number;
	readonly maxTokens = 256;
	readonly floor = 0.2;
	readonly ceiling = 0.75;
	readonly #precision: Precision;
	readonly #idleMs: number;
	readonly #questions: Job[] = [];
	readonly #documents: Job[] = [];
	readonly #busy = new Set<ModelProcess>();
	readonly #extra = new Set<ModelProcess>();
	#mostExtra: number;
	#first: ModelProcess | undefined;
	#idle: NodeJS.Timeout | undefined;
	#closed = false;

	constructor({
		precision = "int8",
		processes = Math.min(MOST_PROCESSES, countCores()),
		idleMs = IDLE_MS,
	}: LocalEmbedderOptions = {}) {
		this.id = MODEL_IDS[precision];
		this.#precision = precision;
		this.batchSize = processes * TEXTS_PER_PROCESS;
		this.#mostExtra = processes - 1;
		this.#idleMs = idleMs;
	}

	get processes(): number {
		return this.#first === undefined ? 0 : 1 + this.#extra.size;
	}

	/** The model is loaded by the first call: most commands never need it. */
	async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
		if (this.#closed) throw new EmbedderUnavailableError("it was closed");
		if (this.#first === undefined || this.#first.wasLost) this.#first = this.#openProcess(false);
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
		for (const extra of this.#extra) {
			if (extra.isReady) void this.#work(extra, () => this.#documents.shift());
		}
		if (this.#documents.length < WORTH_A_PROCESS) return;
		while (this.#extra.size < this.#mostExtra) this.#bringProcess();
	}

	async #work(model: ModelProcess, take: () => Job | undefined): Promise<void> {
		if (this.#busy.has(model)) return;
		this.#busy.add(model);
		for (let job = take(); job !== undefined; job = take()) {
			if (job.signal?.aborted) job.reject(job.signal.reason);
			else await this.#compute(model, job);
		}
		this.#busy.delete(model);
		clearTimeout(this.#idle);
		this.#idle = setTimeout(() => void this.#dismiss(), this.#idleMs).unref();
	}

	async #compute(model: ModelProcess, job: Job): Promise<void> {
		try {
			job.resolve(await model.compute(job.text));
		} catch (error) {
			if (!(error instanceof EmbedderUnavailableError) || !this.#doWithout(model)) return job.reject(error);
			this.#documents.unshift(job);
			this.#deal();
		}
	}

	#openProcess(isExtra: boolean): ModelProcess {
		return new ModelProcess({ precision: this.#precision, isExtra });
	}

	#bringProcess(): void {
		const extra = this.#openProcess(true);
		this.#extra.add(extra);
		extra.started.then(
			() => this.#deal(),
			() => this.#doWithout(extra),
		);
	}

	/** There is no room for another process here: the one that stays goes on alone. False if it was not an extra one. */
	#doWithout(model: ModelProcess): boolean {
		if (!this.#extra.delete(model)) return false;
		this.#mostExtra = 0;
		return true;
	}

	async #dismiss(): Promise<void> {
		if (this.#busy.size > 0 && !this.#closed) return;
		const idle = [...this.#extra];
		this.#extra.clear();
		await Promise.all(idle.map((extra) => extra.close()));
	}
}

/** The local model that made vectors of this id, also those of an earlier version; nothing for any other id. */
export function findLocalEmbedder(id: string): LocalEmbedder | undefined {
	if (id === MODEL_IDS.int8) return new LocalEmbedder();
	return id === MODEL_IDS.full ? new LocalEmbedder({ precision: "full" }) : undefined;
}

/** A container's share of each period, as the kernel writes it: `200000 100000`, or `max` for no limit. */
const LIMIT_FILE = "/sys/fs/cgroup/cpu.max";

function readLimit(): number {
	try {
		const [quota, period] = readFileSync(LIMIT_FILE, "utf8").trim().split(" ").map(Number);
		return Number.isFinite(quota) && Number.isFinite(period) ? Number(quota) / Number(period) : Infinity;
	} catch {
		return Infinity;
	}
}

/** The usable cores. More threads use up a container's share, and the kernel then pauses all of it. */
const countCores = (): number => Math.max(1, Math.floor(Math.min(availableParallelism(), readLimit())));
