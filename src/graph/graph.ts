import { type AccessSet, managesWorkspace, type Principal } from "./model/access.ts";
import type { ChangeCursors } from "./model/change-cursors.ts";
import { type DueState, readDueState } from "./model/due.ts";
import type { Embedder } from "./model/embedder.ts";
import type { Entity, EntityHeader } from "./model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError, SkeinError } from "./model/errors.ts";
import type { JsonObject } from "./model/json.ts";
import type { OwnProfile } from "./model/profile.ts";
import { makeReaderDays } from "./model/reader-days.ts";
import { AnswerCache, type ReaderCache } from "./reader-cache.ts";
import { type EmbeddingCoverage, EmbeddingIndex } from "./search/embed/embedding-index.ts";
import type { IndexPatience } from "./search/embed/passage-indexer.ts";
import { checkLanguage } from "./search/languages/all-languages.ts";
import { type GraphSize, ResidentGraphs, type ResidentOptions } from "./search/resident/resident-graphs.ts";
import type { GraphView } from "./search/view/graph-view.ts";
import { placeAmongNamesakes } from "./search/view/place-among-namesakes.ts";
import type { TokenRatios } from "./store/chat/token-ratios.ts";
import type { Rows } from "./store/rows.ts";
import type { Repositories, Store } from "./store/store.ts";
import type { Activity } from "./store/write/activity.ts";
import type { ChangeLog } from "./store/write/change-log.ts";
import type { IdempotencyKey } from "./store/write/idempotency.ts";

/** Code that holds a reader reaches nothing but what one principal may read at one moment, so rights cannot be forgotten. */
export interface Reader {
	readonly access: AccessSet;
	readonly graph: GraphView;
	readonly rows: Rows;
	/** This person's recent activity. It moves no revision, so nothing that depends on it is cached by revision. */
	readonly activity: Pick<Activity, "lately" | "touched">;
	/** The part of the log that this person may know of. */
	readonly log: Pick<ChangeLog, "ofEntities">;
	/** This person's own profile; it moves no revision either. */
	readonly profile: () => Promise<OwnProfile>;
	/** A question as a vector; nothing when there is no model, and search goes on without. */
	readonly embedQuery: (query: string) => Promise<Float32Array | undefined>;
	readonly cache: ReaderCache;
	/** How many tokens a model needed for each of ours; moves no revision. */
	readonly tokenRatios: Pick<TokenRatios, "of">;
	/** The settings by topic, from the general to the particular: the installation, then the workspace. */
	readonly settings: readonly JsonObject[];
	/** Parts that a program registered for the layers above; the graph only passes them on. */
	readonly extensions: object;
}

/** Everything one principal can do. Rows are read through the reader, which also holds the graph they belong to. */
export interface Session extends Omit<Repositories, "rows"> {
	readonly reader: Reader;
	readonly cursors: ChangeCursors;
}

export interface GraphOptions {
	/** Without a model, search goes by words and connections. */
	readonly embedder?: Embedder | undefined;
	/** A former model by its id: it answers until the vectors of the present one are complete. */
	readonly findEmbedder?: ((model: string) => Embedder | undefined) | undefined;
	readonly indexPatience?: IndexPatience | undefined;
	readonly settings?: JsonObject | undefined;
	readonly extensions?: object | undefined;
	/** Where graphs are kept between runs and how much memory they may take. */
	readonly resident?: ResidentOptions | undefined;
}

function checkManages(access: AccessSet): void {
	if (managesWorkspace(access) && access.principal.grant === undefined) return;
	throw new ForbiddenError("Only an owner or an admin of the workspace, signed in, may change its settings.");
}

/** The typed graph: a store and the resident graphs that follow it. */
export class Graph {
	readonly store: Store;
	readonly #resident: ResidentGraphs;
	readonly #meaning: EmbeddingIndex | undefined;
	readonly #indexedAt = new Map<string, number>();
	readonly #answers = new AnswerCache();
	readonly #settings: JsonObject;
	readonly #extensions: object;
	/** How often vectors came in, by workspace: an earlier search must not be answered from the cache. */
	readonly #learnt = new Map<string, number>();
	#indexes = false;

	constructor(
		store: Store,
		{ embedder, findEmbedder, indexPatience, settings = {}, extensions = {}, resident }: GraphOptions = {},
	) {
		this.store = store;
		this.#settings = settings;
		this.#extensions = extensions;
		this.#meaning =
			embedder &&
			new EmbeddingIndex({
				passages: store.passages,
				embedder,
				findEmbedder: findEmbedder ?? (() => undefined),
				onMoved: async (workspaceId, entityIds) => {
					await this.#resident.refreshVectors(workspaceId, entityIds);
					this.#learnt.set(workspaceId, this.#learntBy(workspaceId) + 1);
				},
				patience: indexPatience,
			});
		this.#resident = new ResidentGraphs(store.feed, this.#meaning, resident);
	}

	/** Asks who this is and what they may see, catches up with the log, and hands out what they may use. */
	async openSession(principal: Principal, once?: IdempotencyKey): Promise<Session> {
		for (;;) {
			const { access, profile, cursors } = await this.store.open(principal);
			const graph = await this.#resident.view(access);
			if (graph === undefined) continue;
			this.#followWrites(access);
			this.#meaning?.notice(access.workspaceId);
			const { rows, ...door } = this.store.as(access, once);
			const embedQuery = (query: string): Promise<Float32Array | undefined> =>
				this.#embedQuery(access.workspaceId, query);
			const cache = this.#answers.of(access, () => this.#learntBy(access.workspaceId));
			const { activity, log, tokenRatios } = door;
			const reader: Reader = {
				...{ access, graph, rows, activity, log, embedQuery, cache, tokenRatios },
				profile: async () => profile,
				settings: [this.#settings, access.settings],
				extensions: this.#extensions,
			};
			return { reader, cursors, ...door };
		}
	}

	/** From now on, every write is embedded in the background, as soon as somebody opens the workspace. */
	startIndexing(): void {
		this.#indexes = true;
	}

	/** Embeds what has no vector yet. Resolves when nothing is left to do; search never waits for it. */
	async index(workspaceId: string): Promise<void> {
		await this.#meaning?.index(workspaceId);
	}

	/** How much of what this reader may read can be found. What they may not read is not counted. */
	async coverage({ access, graph }: Pick<Reader, "access" | "graph">): Promise<{
		readonly words: { readonly indexed: number; readonly pending: number; readonly failed: number };
		/** Null when there is no model. */
		readonly meaning: EmbeddingCoverage | null;
	}> {
		return {
			words: { indexed: graph.size - graph.setAside.length, pending: 0, failed: graph.setAside.length },
			meaning: (await this.#meaning?.coverage(access)) ?? null,
		};
	}

	/** In which language the words of a workspace are read. For those who manage it, and not through a token. */
	async setLanguage({ access }: Pick<Reader, "access">, language: string): Promise<void> {
		checkManages(access);
		await this.store.workspaces.setLanguage(access.workspaceId, checkLanguage(language));
	}

	/** Changes the settings of the workspace, topic by topic. Only its managers may, and not through a token. */
	async changeSettings(
		{ access }: Pick<Reader, "access">,
		change: (settings: JsonObject) => JsonObject,
	): Promise<JsonObject> {
		checkManages(access);
		return this.store.workspaces.changeSettings(access.workspaceId, change);
	}

	/** Returns how much of a whole workspace is indexed, for the operator of the server; null when there is no model. */
	async indexingProgress(workspaceId: string): Promise<EmbeddingCoverage | null> {
		return (await this.#meaning?.progress(workspaceId)) ?? null;
	}

	/** Returns the memory that a workspace takes, or would take, for the operator of the server. */
	graphSize(workspaceId: string): Promise<GraphSize> {
		return this.#resident.sizeOf(workspaceId);
	}

	/** Whether work can be taken on: the store answers, and no graph of a workspace fails to be built. */
	async isReady(): Promise<boolean> {
		const [first] = await this.store.workspaces.list();
		return this.#resident.isReadable(first?.id);
	}

	/** Counts the entities of a workspace that no word finds; undefined when its graph is not in memory. */
	countSetAside(workspaceId: string): number | undefined {
		return this.#resident.countSetAside(workspaceId);
	}

	/** Builds the graph of a workspace again from the database. Only its managers may, and not through a token. */
	async rebuild({ access }: Pick<Reader, "access">): Promise<void> {
		checkManages(access);
		await this.#resident.rebuild(access.workspaceId);
	}

	async close(): Promise<void> {
		await this.#meaning?.close();
		await this.#resident.close();
		await this.store.close();
	}

	#learntBy(workspaceId: string): number {
		return this.#learnt.get(workspaceId) ?? 0;
	}

	#followWrites({ workspaceId, revision }: AccessSet): void {
		if (!this.#indexes || this.#indexedAt.get(workspaceId) === revision) return;
		this.#indexedAt.set(workspaceId, revision);
		// The coverage reports the failure; the next write tries again.
		this.index(workspaceId).catch(() => this.#indexedAt.delete(workspaceId));
	}

	async #embedQuery(workspaceId: string, query: string): Promise<Float32Array | undefined> {
		if (this.#meaning === undefined || !this.#resident.hasVectors(workspaceId)) return undefined;
		return this.#meaning.embedQuery(workspaceId, query);
	}
}

/** Returns rows that hold only entities of the graph, in each of their methods. */
function narrowRows(rows: Rows, graph: GraphView): Rows {
	const isKept = (id: string): boolean => graph.node(id) !== undefined;
	const keep = <Value>(found: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
		new Map([...found].filter(([id]) => isKept(id)));
	const get = async (name: string): Promise<Entity> => {
		const row = await rows.get(name);
		if (!isKept(row.id)) throw new EntityNotFoundError();
		return row;
	};
	const narrowed: Pick<Rows, keyof Rows> = {
		access: rows.access,
		get,
		getMany: async (ids) => keep(await rows.getMany(ids)),
		addTexts: async (nodes) => keep(await rows.addTexts(nodes)),
		blocks: async (name) => rows.blocks((await get(name)).id),
		entityOfBlock: async (blockId) => {
			const id = await rows.entityOfBlock(blockId);
			return id !== undefined && isKept(id) ? id : undefined;
		},
		pages: async (nodes, limits) => keep(await rows.pages(nodes, limits)),
		// Counted and paged by the database, which knows nothing of authors.
		list: async () => {
			throw new SkeinError("not_own", "A page of rows cannot be narrowed to one author.");
		},
	};
	return narrowed as Rows;
}

/**
 * Returns a reader that sees only entities, relations, kinds and names that its person wrote or confirmed. A text that
 * can be made with it holds no foreign byte. It must be made after the text that it is compared with: a row that was
 * foreign then is foreign for good, even if it was written again since.
 */
export async function narrowToOwn({ reader, authorship }: Session): Promise<Reader> {
	const foreign = await authorship.listAllForeign();
	const kinds = reader.graph.kinds.keepOnly((kind) => !foreign.kinds.includes(kind));
	const graph = reader.graph.without(foreign.entityIds, kinds);
	return {
		...reader,
		graph,
		rows: narrowRows(reader.rows, graph),
		profile: async () => {
			const profile = await reader.profile();
			return profile.is_own_name ? profile : { ...profile, display_name: "" };
		},
		// It follows from the question alone, and asking an embedding model twice costs time and money.
		embedQuery: async (query) =>
			(await reader.cache.get("question vector", [query], () => reader.embedQuery(query))).value,
		cache: { get: async (_surface, _params, make) => ({ value: await make(), hit: false }) },
	};
}

/** Adds to an entity when it is due and whether it is overdue or done, as its kind declares it, by the days of the reader. */
export async function dateEntities(
	reader: Reader,
): Promise<<Node extends EntityHeader>(entity: Node) => Node & DueState> {
	const { time_zone: timeZone } = await reader.profile();
	const days = makeReaderDays({ timeZone });
	return (entity) => ({
		...entity,
		...placeAmongNamesakes(reader.graph, entity),
		...readDueState(reader.graph.kinds.get(entity.kind), entity, days),
	});
}

/** The error, where it is a conflict with the present row dated as entities are in every other answer. */
export async function dateConflict(reader: Reader, error: unknown): Promise<unknown> {
	const current =
		error instanceof ConflictError ? (error.details.current as EntityHeader | undefined) : undefined;
	if (!(error instanceof ConflictError) || current?.kind === undefined) return error;
	const { message, details, code } = error;
	return new ConflictError(message, { ...details, current: (await dateEntities(reader))(current) }, code);
}
