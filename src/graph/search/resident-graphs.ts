import type { AccessSet } from "../model/access.ts";
import type { Embedder } from "../model/embedder.ts";
import type { Feed } from "../store/feed.ts";
import type { Passages } from "../store/passages.ts";
import { readVectors } from "./embed/passage-indexer.ts";
import type { GraphView } from "./graph-view.ts";
import { ResidentGraph } from "./resident-graph.ts";

/** Where vectors are kept, and the model they are of. */
export interface Meaning {
	readonly passages: Passages;
	readonly embedder: Embedder;
}

/** The workspaces in memory. Built at first use, brought up to date before every answer, free to be thrown away. */
export class ResidentGraphs {
	readonly #feed: Feed;
	readonly #meaning: Meaning | undefined;
	readonly #graphs = new Map<string, ResidentGraph>();
	/** One catch-up at a time for each workspace: two that ran side by side would apply the same batch twice. */
	readonly #catchingUp = new Map<string, Promise<void>>();

	constructor(feed: Feed, meaning?: Meaning) {
		this.#feed = feed;
		this.#meaning = meaning;
	}

	/**
	 * What the principal may see, at the very revision their access set was read at. Undefined when the graph has moved on:
	 * older rights must not be held against newer data, so they have to be asked for again.
	 */
	async view(access: AccessSet): Promise<GraphView | undefined> {
		const { workspaceId, revision } = access;
		while ((this.#graphs.get(workspaceId)?.revision ?? -1) < revision) {
			const running = this.#catchingUp.get(workspaceId) ?? this.#startCatchingUp(workspaceId);
			await running;
		}
		const graph = this.#graphs.get(workspaceId);
		return graph?.revision === revision ? graph.view(access) : undefined;
	}

	/** Reads vectors that are new or, for a graph that has none yet, all there are. */
	async refreshVectors(workspaceId: string, entityIds: readonly string[]): Promise<void> {
		const graph = this.#graphs.get(workspaceId);
		if (graph && this.#meaning) await this.#readVectors(workspaceId, graph, entityIds);
	}

	hasVectors(workspaceId: string): boolean {
		return (this.#graphs.get(workspaceId)?.vectors.size ?? 0) > 0;
	}

	#startCatchingUp(workspaceId: string): Promise<void> {
		const work = this.#catchUp(workspaceId).finally(() => this.#catchingUp.delete(workspaceId));
		this.#catchingUp.set(workspaceId, work);
		return work;
	}

	async #catchUp(workspaceId: string): Promise<void> {
		const known = this.#graphs.get(workspaceId);
		const batch = await this.#feed.read(workspaceId, known?.revision ?? null);
		const graph = known ?? new ResidentGraph(batch.kinds);
		if (known === undefined && this.#meaning) await this.#readVectors(workspaceId, graph);
		graph.apply(batch);
		this.#graphs.set(workspaceId, graph);
	}

	async #readVectors(
		workspaceId: string,
		graph: ResidentGraph,
		entityIds?: readonly string[],
	): Promise<void> {
		if (this.#meaning === undefined) return;
		const { passages, embedder } = this.#meaning;
		graph.vectors.scale = embedder;
		const found = readVectors(await passages.vectors(workspaceId, embedder.id, entityIds));
		for (const id of entityIds ?? found.keys()) graph.vectors.put(id, found.get(id) ?? []);
	}
}
