import type { Feed } from "../../store/feed.ts";
import { languageOf } from "../languages/all-languages.ts";
import { GraphThread, type PackedGraph } from "./graph-thread.ts";
import { ResidentGraph } from "./resident-graph.ts";

export interface SnapshotOptions {
	/** Where graphs of large workspaces are kept between runs; without it they are built at every start. */
	readonly snapshotFolder?: string | undefined;
}

export interface BuiltGraph {
	readonly graph: ResidentGraph;
	readonly isLarge: boolean;
}

/** Up to so many entities a graph is built on the spot: starting a thread would take longer. */
const MOST_ON_THE_SPOT = 2_000;
/** And up to so many bytes of text: more would keep everybody waiting, and is not read in one go. */
const MOST_BYTES_ON_THE_SPOT = 8_000_000;

/** Makes the graph of a workspace from the database, or from a snapshot and what was written since. */
export class GraphBuilder {
	readonly #feed: Feed;
	readonly #folder: string | undefined;
	readonly #threads = new Set<GraphThread>();

	constructor(feed: Feed, { snapshotFolder }: SnapshotOptions) {
		this.#feed = feed;
		this.#folder = snapshotFolder;
	}

	/** `fresh` passes over the snapshot. */
	async build(workspaceId: string, { fresh = false } = {}): Promise<BuiltGraph> {
		const mark = await this.#feed.mark(workspaceId);
		if (mark.entities <= MOST_ON_THE_SPOT && mark.bodyBytes <= MOST_BYTES_ON_THE_SPOT) {
			const batch = await this.#feed.read(workspaceId, null);
			const graph = new ResidentGraph(batch.kinds, undefined, languageOf(batch.language));
			await graph.applyInTurns(batch);
			return { graph, isLarge: false };
		}
		const thread = new GraphThread({ workspaceId, language: mark.language, folder: this.#folder });
		this.#threads.add(thread);
		void thread.ended.finally(() => this.#threads.delete(thread));
		const loaded = fresh ? undefined : await this.#load(thread, workspaceId);
		if (loaded === undefined) return this.#follow(workspaceId, await this.#read(thread, workspaceId));
		// The changes since the snapshot may be too many to read in one go.
		return this.#follow(workspaceId, loaded).catch(() => this.build(workspaceId, { fresh: true }));
	}

	async #follow(workspaceId: string, { revision, parts }: PackedGraph): Promise<BuiltGraph> {
		const batch = await this.#feed.read(workspaceId, revision);
		const graph = new ResidentGraph(batch.kinds, parts, languageOf(batch.language));
		await graph.applyInTurns(batch);
		return { graph, isLarge: true };
	}

	/** Resolves when no thread builds or saves any more. */
	async settle(): Promise<void> {
		await Promise.all([...this.#threads].map(({ ended }) => ended));
	}

	async close(): Promise<void> {
		await Promise.all([...this.#threads].map((thread) => thread.end()));
	}

	async #load(thread: GraphThread, workspaceId: string) {
		const loaded = await thread.load();
		if (loaded === undefined) return undefined;
		// Another change at that revision means another history: a store that was put back to an earlier day.
		const { revision, changeId } = await this.#feed.mark(workspaceId, loaded.revision);
		const isOfThisStore = loaded.revision <= revision && loaded.changeId === changeId;
		if (isOfThisStore) void thread.end();
		return isOfThisStore ? loaded : undefined;
	}

	async #read(thread: GraphThread, workspaceId: string) {
		const { revision, changeId } = await this.#feed.mark(workspaceId);
		for await (const page of this.#feed.entityPages(workspaceId)) thread.addEntities(page);
		for await (const page of this.#feed.edgePages(workspaceId)) thread.addEdges(page);
		return thread.finish({ revision, changeId });
	}
}
