import { setImmediate } from "node:timers/promises";
import type { AccessSet } from "../../model/access.ts";
import type { Feed, FeedWeight } from "../../store/feed.ts";
import type { EmbeddingIndex } from "../embed/embedding-index.ts";
import { languageOf } from "../languages/all-languages.ts";
import { PassageVectors } from "../score/passage-vectors.ts";
import type { GraphView } from "../view/graph-view.ts";
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

/** Where the vectors of a workspace, or of some of its entities, are read. */
export type Meaning = Pick<EmbeddingIndex, "read">;

export interface ResidentOptions extends SnapshotOptions {
	/** About how many bytes all graphs may take; the one in use may take more. */
	readonly mostBytes?: number | undefined;
}

/** The memory that the graph of one workspace takes, and the limit for all of them. */
export interface GraphSize {
	readonly bytes: number;
	readonly mostBytes: number;
	/** False when it was estimated: nobody has used the workspace recently. */
	readonly isInMemory: boolean;
}

const MOST_BYTES = 2_000_000_000;
const VECTORS_AT_ONCE = 500;

/** The workspaces in memory. Built at first use, brought up to date before every answer, free to be thrown away. */
export class ResidentGraphs {
	readonly #feed: Feed;
	readonly #meaning: Meaning | undefined;
	readonly #builder: GraphBuilder;
	readonly #mostBytes: number;
	/** The most recently used one comes last. */
	readonly #graphs = new Map<string, ResidentGraph>();
	/** One catch-up at a time for each workspace: two that ran side by side would apply the same batch twice. */
	readonly #catchingUp = new Map<string, Promise<void>>();
	readonly #background = new Map<string, Promise<void>>();
	/** Workspaces whose graph could not be built or brought up to date when it was last tried. */
	readonly #broken = new Set<string>();

	constructor(feed: Feed, meaning?: Meaning, options: ResidentOptions = {}) {
		this.#feed = feed;
		this.#meaning = meaning;
		this.#mostBytes = options.mostBytes ?? MOST_BYTES;
		this.#builder = new GraphBuilder(feed, options);
	}

	/** Undefined when the graph has moved on: older rights must not be applied to newer data, so the caller reads them again. */
	async view(access: AccessSet): Promise<GraphView | undefined> {
		const { workspaceId, revision } = access;
		while ((this.#graphs.get(workspaceId)?.revision ?? -1) < revision) {
			const running = this.#catchingUp.get(workspaceId) ?? this.#startCatchingUp(workspaceId);
			await running;
		}
		const graph = this.#graphs.get(workspaceId);
		if (graph === undefined || graph.revision !== revision) return undefined;
		this.#graphs.delete(workspaceId);
		this.#graphs.set(workspaceId, graph);
		return graph.view(access);
	}

	/** False when the graph of this workspace, built now if need be, or of any that was used, cannot be read. */
	async isReadable(workspaceId: string | undefined): Promise<boolean> {
		const isKnown = workspaceId === undefined || this.#graphs.has(workspaceId);
		if (!isKnown)
			await (this.#catchingUp.get(workspaceId) ?? this.#startCatchingUp(workspaceId)).catch(() => undefined);
		return this.#broken.size === 0;
	}

	/** How many entities of a workspace were set aside; undefined when it is not in memory. */
	countSetAside(workspaceId: string): number | undefined {
		const documents = this.#graphs.get(workspaceId)?.documents;
		return documents?.setAside.filter(
			(document) =>
				documents.currentOf(documents.nodeOf(document)) === document && !documents.isDeleted(document),
		).length;
	}

	/** Reads the vectors of these entities again; without any, those of all, which may be of another model than before. */
	async refreshVectors(workspaceId: string, entityIds?: readonly string[]): Promise<void> {
		// A read that is under way would replace this one, and may be older.
		await Promise.allSettled([this.#catchingUp.get(workspaceId), this.#background.get(workspaceId)]);
		const graph = this.#graphs.get(workspaceId);
		if (graph === undefined || this.#meaning === undefined) return;
		if (entityIds === undefined) return this.#readAllVectors(workspaceId, graph);
		const { embedder, byEntity } = await this.#meaning.read(workspaceId, entityIds);
		if (graph.vectors.size === 0) graph.vectors = new PassageVectors(embedder);
		for (const id of entityIds) graph.vectors.put(graph.documents.intern(id), byEntity.get(id) ?? []);
	}

	hasVectors(workspaceId: string): boolean {
		return (this.#graphs.get(workspaceId)?.vectors.size ?? 0) > 0;
	}

	/** About how many bytes the parts of a workspace's graph take; undefined when it is not in memory. */
	measure(workspaceId: string): ReturnType<ResidentGraph["measure"]> | undefined {
		return this.#graphs.get(workspaceId)?.measure();
	}

	async sizeOf(workspaceId: string): Promise<GraphSize> {
		const graph = this.#graphs.get(workspaceId);
		const bytes = graph ? weigh(graph) : estimateBytes(await this.#feed.weigh(workspaceId));
		return { bytes: Math.round(bytes), mostBytes: this.#mostBytes, isInMemory: graph !== undefined };
	}

	/** Resolves when nothing is read, built or saved in the background any more. */
	async settle(): Promise<void> {
		await Promise.allSettled([...this.#background.values(), this.#builder.settle()]);
	}

	async close(): Promise<void> {
		await this.#builder.close();
		await this.settle();
	}

	#startCatchingUp(workspaceId: string): Promise<void> {
		const work = this.#catchUp(workspaceId)
			.then(
				() => void this.#broken.delete(workspaceId),
				(error: unknown) => {
					this.#broken.add(workspaceId);
					throw error;
				},
			)
			.finally(() => this.#catchingUp.delete(workspaceId));
		this.#catchingUp.set(workspaceId, work);
		return work;
	}

	async #catchUp(workspaceId: string): Promise<void> {
		const known = this.#graphs.get(workspaceId);
		if (known) {
			try {
				if (!(await this.#follow(workspaceId, known))) return void this.#graphs.delete(workspaceId);
			} catch (error) {
				// A failed change may have been added by half. The next caller has the graph built again.
				this.#graphs.delete(workspaceId);
				throw error;
			}
			if (known.isWorn) this.#inBackground(workspaceId, () => this.#replace(workspaceId, known));
			return;
		}
		const { graph, isLarge } = await this.#builder.build(workspaceId);
		const reading = (): Promise<void> => this.#readAllVectors(workspaceId, graph);
		// Words and connections of a large workspace answer while its vectors are still being read.
		if (!isLarge) await reading();
		else if (this.#meaning) this.#inBackground(workspaceId, reading);
		this.#graphs.set(workspaceId, graph);
		this.#makeRoom(workspaceId);
	}

	/** False when the graph was built by other rules: those make other words of the same texts. */
	async #follow(workspaceId: string, known: ResidentGraph): Promise<boolean> {
		const own = this.#feed.recall(workspaceId, known.revision);
		if (own) {
			await known.applyInTurns(own);
			return true;
		}
		const batch = await this.#feed.read(workspaceId, known.revision);
		if (languageOf(batch.language) !== known.language) return false;
		await known.applyInTurns(batch);
		return true;
	}

	/** Builds the graph of a workspace from the database alone, without the one in memory or a snapshot. */
	async rebuild(workspaceId: string): Promise<void> {
		await Promise.allSettled([this.#catchingUp.get(workspaceId), this.#background.get(workspaceId)]);
		const { graph } = await this.#builder.build(workspaceId, { fresh: true });
		await this.#readAllVectors(workspaceId, graph);
		this.#graphs.set(workspaceId, graph);
		this.#broken.delete(workspaceId);
	}

	async #replace(workspaceId: string, worn: ResidentGraph): Promise<void> {
		const { graph } = await this.#builder.build(workspaceId, { fresh: true });
		await this.#readAllVectors(workspaceId, graph);
		while (graph.revision < worn.revision)
			await graph.applyInTurns(await this.#feed.read(workspaceId, graph.revision));
		if (this.#graphs.get(workspaceId) === worn) this.#graphs.set(workspaceId, graph);
	}

	#inBackground(workspaceId: string, work: () => Promise<void>): void {
		if (this.#background.has(workspaceId)) return;
		const running = work()
			// The next caller that needs it tries again after a failure.
			.catch(() => undefined)
			.finally(() => this.#background.delete(workspaceId));
		this.#background.set(workspaceId, running);
	}

	#makeRoom(keptId: string): void {
		let total = [...this.#graphs.values()].reduce((sum, graph) => sum + weigh(graph), 0);
		for (const [workspaceId, graph] of this.#graphs) {
			if (total <= this.#mostBytes) return;
			if (workspaceId === keptId) continue;
			this.#graphs.delete(workspaceId);
			total -= weigh(graph);
		}
	}

	/** A few at a time, so that other callers are answered meanwhile. */
	async #readAllVectors(workspaceId: string, graph: ResidentGraph): Promise<void> {
		if (this.#meaning === undefined) return;
		const { ids } = graph.documents;
		let vectors: PassageVectors | undefined;
		for (let start = 0; start < ids.size; start += VECTORS_AT_ONCE) {
			const count = Math.min(VECTORS_AT_ONCE, ids.size - start);
			const entityIds = Array.from({ length: count }, (_, index) => ids.id(start + index));
			const { embedder, byEntity } = await this.#meaning.read(workspaceId, entityIds);
			vectors ??= new PassageVectors(embedder);
			// The workspace has changed to another model: the code that announced it has all vectors read again.
			if (vectors.scale !== embedder) return;
			for (const [id, passages] of byEntity) vectors.put(ids.find(id), passages);
			await setImmediate();
		}
		if (vectors) graph.vectors = vectors;
	}
}

/** Measured by `skein bench load` in a graph of 100,000 entities, for each part of it. A passage has 384 numbers of four bytes. */
const BYTES_PER = { entities: 640, edges: 120, textBytes: 1.6, passages: 1_600 } as const;

/** The memory that the graph of a workspace will take, before it is built. */
const estimateBytes = ({ entities, edges, textBytes, passages }: FeedWeight): number =>
	entities * BYTES_PER.entities +
	edges * BYTES_PER.edges +
	textBytes * BYTES_PER.textBytes +
	passages * BYTES_PER.passages;

const weigh = (graph: ResidentGraph): number =>
	Object.values(graph.measure()).reduce((sum, bytes) => sum + bytes, 0);
