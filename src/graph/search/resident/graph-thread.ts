import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { StoreUnavailableError } from "../../model/errors.ts";
import { locateCompiled } from "../../store/engine/locate-compiled.ts";
import { unpackGraph } from "./pack-graph.ts";
import type { GraphParts } from "./resident-graph.ts";

/** A page of rows is garbage as soon as it is read; with the usual room much of it would be moved about before. */
const YOUNG_MEGABYTES = 96;

export interface BuiltAt {
	readonly revision: number;
	readonly changeId: string | null;
}

export interface GraphThreadData {
	readonly workspaceId: string;
	/** Its code: what is built in a thread must find what the main one asks for. */
	readonly language: string;
	readonly folder: string | undefined;
}

export type GraphRequest =
	| { readonly kind: "load" }
	| { readonly kind: "entities"; readonly page: string }
	| { readonly kind: "edges"; readonly page: string }
	| { readonly kind: "finish"; readonly at: BuiltAt };

/** A packed graph, in memory that both threads see; null when there is no snapshot that fits. */
export type GraphReply = { readonly image: SharedArrayBuffer | null };

export interface PackedGraph extends BuiltAt {
	readonly parts: GraphParts;
}

/** Builds a graph or reads its snapshot, so that the main thread goes on answering; then saves the snapshot and ends. */
export class GraphThread {
	readonly ended: Promise<unknown>;
	readonly #worker: Worker;
	#failure: unknown;
	#isSaving = false;

	constructor(workerData: GraphThreadData) {
		this.#worker = new Worker(locateCompiled("graph-worker", import.meta.url), {
			workerData,
			execArgv: [],
			resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
		});
		this.#worker.on("error", (error) => {
			this.#failure = error;
		});
		this.ended = once(this.#worker, "exit").catch(() => undefined);
	}

	load(): Promise<PackedGraph | undefined> {
		return this.#ask({ kind: "load" });
	}

	addEntities(page: string): void {
		this.#post({ kind: "entities", page });
	}

	addEdges(page: string): void {
		this.#post({ kind: "edges", page });
	}

	async finish(at: BuiltAt): Promise<PackedGraph> {
		const built = await this.#ask({ kind: "finish", at });
		// Saving goes on behind; a process that has nothing else to do need not wait for it.
		this.#worker.unref();
		this.#isSaving = true;
		if (built === undefined) throw new Error("A finished graph came without its parts.");
		return built;
	}

	/** A snapshot that is being saved is waited for: the next start is the faster. */
	async end(): Promise<void> {
		if (this.#isSaving) {
			this.#worker.ref();
			await this.ended;
		} else await this.#worker.terminate();
	}

	#post(request: GraphRequest): void {
		this.#worker.postMessage(request);
	}

	async #ask(request: GraphRequest): Promise<PackedGraph | undefined> {
		const answer = once(this.#worker, "message") as Promise<[GraphReply]>;
		this.#post(request);
		const reply = await Promise.race([answer, this.ended.then(() => undefined)]);
		if (reply === undefined) {
			throw new StoreUnavailableError(
				"The graph of the workspace could not be built. Try again.",
				this.#failure,
			);
		}
		return reply[0].image === null ? undefined : unpackGraph(reply[0].image);
	}
}
