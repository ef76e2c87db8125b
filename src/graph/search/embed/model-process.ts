import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { EmbedError } from "../../model/embedder.ts";
import { locateCompiled } from "../../store/engine/locate-compiled.ts";
import type { Precision } from "./build-minilm-graph.ts";

/** The model is not available: the runtime is not installed here, or it stopped. Search goes on by words and graph. */
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

/** As the argument after the precision: everything else on the machine comes first. */
export const STANDS_BACK = "stands-back";

interface Answer {
	readonly resolve: (vector: Float32Array) => void;
	readonly reject: (error: EmbedError) => void;
}

/**
 * The model in a process of its own, one text at a time. In this one a page of text would hold up every request; and in
 * threads the runtime keeps what it must not share, so that a second one, or one that ends, takes the server along.
 */
export class ModelProcess {
	readonly started: Promise<void>;
	readonly #child: ChildProcess;
	readonly #exited: Promise<unknown>;
	#answer: Answer | undefined;
	#isReady = false;
	#ended: EmbedderUnavailableError | undefined;

	constructor({ precision, isExtra }: { readonly precision: Precision; readonly isExtra: boolean }) {
		const child = fork(
			fileURLToPath(locateCompiled("embed-worker", import.meta.url)),
			isExtra ? [precision, STANDS_BACK] : [precision],
			{ execArgv: ["--expose-gc"], serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] },
		);
		this.#child = child;
		this.#exited = once(child, "exit").catch(() => undefined);
		this.started = new Promise((resolve, reject) => {
			child.on("message", (reply: ModelReply) => {
				if (reply.kind === "ready") {
					this.#isReady = true;
					this.#rest();
					resolve();
				} else if (reply.kind === "unavailable") reject(this.#end(reply.message));
				else this.#settle(reply);
			});
			child.on("error", (error) => reject(this.#end(String(error))));
			child.on("exit", () => reject(this.#end("its process ended")));
		});
		// `compute` reports this failure as well.
		this.started.catch(() => undefined);
	}

	get isReady(): boolean {
		return this.#isReady && this.#ended === undefined;
	}

	/** It could run here and no longer does: it was killed, say for want of memory. */
	get wasLost(): boolean {
		return this.#isReady && this.#ended !== undefined;
	}

	/** To be called again only when this one has been answered. */
	compute(text: string): Promise<Float32Array> {
		return new Promise((resolve, reject) => {
			if (this.#ended) return reject(this.#ended);
			this.#answer = { resolve, reject };
			this.#child.ref();
			this.#child.channel?.ref();
			this.#child.send(text);
		});
	}

	async close(): Promise<void> {
		this.#end("it was closed");
		this.#child.ref();
		this.#child.kill("SIGKILL");
		await this.#exited;
	}

	/** A model that waits for work must not keep the process from ending. */
	#rest(): void {
		this.#child.unref();
		this.#child.channel?.unref();
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
