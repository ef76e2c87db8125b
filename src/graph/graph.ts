import type { AccessSet, Principal } from "./model/access.ts";
import type { Embedder } from "./model/embedder.ts";
import { PassageIndexer } from "./search/embed/passage-indexer.ts";
import type { GraphView } from "./search/graph-view.ts";
import { ResidentGraphs } from "./search/resident-graphs.ts";
import type { Activity } from "./store/activity.ts";
import type { Chats } from "./store/chats.ts";
import type { Imports } from "./store/imports.ts";
import type { Manifests } from "./store/manifests.ts";
import type { Coverage } from "./store/passages.ts";
import type { Rows } from "./store/rows.ts";
import type { Store } from "./store/store.ts";
import type { Writer } from "./store/writer.ts";

/**
 * All that one principal may know, at one moment: `graph` to select and walk in memory, `rows` to fetch what will be
 * shown. Whoever holds a reader can reach nothing else, so rights cannot be forgotten.
 */
export interface Reader {
	readonly access: AccessSet;
	readonly graph: GraphView;
	readonly rows: Rows;
	/** A question as a vector; nothing when there is no model, and search goes on without. */
	readonly embedQuery: (query: string) => Promise<Float32Array | undefined>;
}

export interface Session {
	readonly reader: Reader;
	readonly writer: Writer;
	readonly chats: Chats;
	readonly manifests: Manifests;
	readonly imports: Imports;
	readonly activity: Activity;
}

export interface GraphOptions {
	/** Without a model, search goes by words and connections. */
	readonly embedder?: Embedder | undefined;
}

/** The typed graph: a store and the resident graphs that follow it. */
export class Graph {
	readonly store: Store;
	readonly #resident: ResidentGraphs;
	readonly #embedder: Embedder | undefined;
	readonly #indexer: PassageIndexer | undefined;
	readonly #indexedAt = new Map<string, number>();
	#indexes = false;

	constructor(store: Store, { embedder }: GraphOptions = {}) {
		this.store = store;
		const { passages } = store;
		this.#resident = new ResidentGraphs(store.feed, embedder && { passages, embedder });
		this.#embedder = embedder;
		this.#indexer =
			embedder &&
			new PassageIndexer({
				passages,
				embedder,
				onProgress: ({ workspaceId, changed }) => this.#resident.refreshVectors(workspaceId, changed),
			});
	}

	/** Asks who this is and what they may see, catches up with the log, and hands out what they may use. */
	async as(principal: Principal): Promise<Session> {
		for (;;) {
			const access = await this.store.access(principal);
			const graph = await this.#resident.view(access);
			if (graph === undefined) continue;
			this.#followWrites(access);
			const { rows, ...door } = this.store.as(access);
			const embedQuery = (query: string): Promise<Float32Array | undefined> =>
				this.#embedQuery(access.workspaceId, query);
			return { reader: { access, graph, rows, embedQuery }, ...door };
		}
	}

	/** From now on, whatever is written is embedded in the background, as soon as somebody looks at the workspace. */
	startIndexing(): void {
		this.#indexes = true;
	}

	/** Embeds what has no vector yet. Resolves when nothing is left to do; search never waits for it. */
	async index(workspaceId: string): Promise<void> {
		await this.#indexer?.index(workspaceId);
	}

	/** How much of a workspace can be found by meaning; nothing when there is no model. */
	async coverage(workspaceId: string): Promise<(Coverage & { readonly model: string }) | undefined> {
		if (this.#embedder === undefined) return undefined;
		const { id: model } = this.#embedder;
		return { model, ...(await this.store.passages.coverage(workspaceId, model)) };
	}

	async close(): Promise<void> {
		await this.#indexer?.stop();
		await this.#embedder?.close();
		await this.store.close();
	}

	#followWrites({ workspaceId, revision }: AccessSet): void {
		if (!this.#indexes || this.#indexedAt.get(workspaceId) === revision) return;
		this.#indexedAt.set(workspaceId, revision);
		// What went wrong is seen in the coverage; the next write tries again.
		this.index(workspaceId).catch(() => this.#indexedAt.delete(workspaceId));
	}

	async #embedQuery(workspaceId: string, query: string): Promise<Float32Array | undefined> {
		if (this.#embedder === undefined || !this.#resident.hasVectors(workspaceId)) return undefined;
		try {
			return (await this.#embedder.embed([query], { kind: "query" }))[0];
		} catch {
			// A model that is gone must not take search with it: words and connections answer alone.
			return undefined;
		}
	}
}
