import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { EmbedError } from "../../model/embedder.ts";
import { locateCompiled } from "../../store/locate-compiled.ts";

/** No vector can be had: the runtime is not installed here, or it stopped. Search goes on by words and graph. */
export class EmbedderUnavailableError extends EmbedError {
	constructor(cause: string) {
		super(
			"embedder_unavailable",
			`The local embedding model cannot run here (${cause}). Search works without it; install the optional packages to have it.`,
		);
	}
}

export type ModelReply =
	| { readonly kind: "ready" }
	| { readonly kind: "unavailable"; readonly message: string }
	| { readonly kind: "vector"; readonly vector: Float32Array }
	| { readonly kind: "failed"; readonly message: string };

/** Sent instead of a text. */
export const STOP = null;

export interface ModelThreadData {
	/** Whether everything else on the machine comes first. */
	readonly isExtra: boolean;
}

interface Answer {
	readonly resolve: (vector: Float32Array) => void;
	readonly reject: (error: EmbedError) => void;
}

/** The model in a thread of its own, one text at a time: in this one a page of text would hold up every request. */
export class ModelThread {
	readonly started: Promise<void>;
	readonly #worker: Worker;
	readonly #exited: Promise<unknown>;
	#answer: Answer | undefined;
	#isReady = false;
	#ended: EmbedderUnavailableError | undefined;

	constructor(data: ModelThreadData) {
		const worker = new Worker(locateCompiled("embed-worker", import.meta.url), {
			execArgv: [],
			workerData: data,
		});
		this.#worker = worker;
		this.#exited = once(worker, "exit").catch(() => undefined);
		this.started = new Promise((resolve, reject) => {
			worker.on("message", (reply: ModelReply) => {
				if (reply.kind === "ready") {
					this.#isReady = true;
					this.#rest();
					resolve();
				} else if (reply.kind === "unavailable") {
					reject(this.#end(reply.message));
					void worker.terminate();
				} else this.#settle(reply);
			});
			worker.on("error", (error) => reject(this.#end(String(error))));
			worker.on("exit", () => reject(this.#end("its thread ended")));
		});
		// Whoever computes is told as well.
		this.started.catch(() => undefined);
	}

	get isReady(): boolean {
		return this.#isReady && this.#ended === undefined;
	}

	/** To be called again only when this one has been answered. */
	compute(text: string): Promise<Float32Array> {
		return new Promise((resolve, reject) => {
			if (this.#ended) return reject(this.#ended);
			this.#answer = { resolve, reject };
			this.#worker.ref();
			this.#worker.postMessage(text);
		});
	}

	/** The thread ends by itself, after the text it is at: the runtime takes the whole process down when it is cut off. */
	async close(): Promise<void> {
		this.#end("it was closed");
		this.#worker.ref();
		this.#worker.postMessage(STOP);
		await this.#exited;
	}

	/** A thread that waits for work must not keep the process from ending; one that is to end has to be waited for. */
	#rest(): void {
		if (this.#ended === undefined) this.#worker.unref();
	}

	#settle(reply: Extract<ModelReply, { kind: "vector" | "failed" }>): void {
		const answer = this.#answer;
		this.#answer = undefined;
		this.#rest();
		if (reply.kind === "vector") answer?.resolve(reply.vector);
		else answer?.reject(new EmbedError("embedding_failed", reply.message, { concernsText: true }));
	}

	#end(reason: string): EmbedderUnavailableError {
		this.#ended ??= new EmbedderUnavailableError(reason);
		this.#answer?.reject(this.#ended);
		this.#answer = undefined;
		return this.#ended;
	}
}
