import { LRUCache } from "lru-cache";
import type { AccessSet } from "../../model/access.ts";
import type { Embedder } from "../../model/embedder.ts";
import { remember } from "../../model/remember.ts";
import type { Coverage, Passages } from "../../store/derive/passages.ts";
import type { PassageVector } from "../score/passage-vectors.ts";
import { type IndexPatience, PassageIndexer, readVectors } from "./passage-indexer.ts";

/** The vectors a workspace is searched by, and the model that made them. */
export interface ServedVectors {
	readonly embedder: Embedder;
	readonly byEntity: ReadonlyMap<string, readonly PassageVector[]>;
}

export interface EmbeddingCoverage extends Coverage {
	readonly model: string;
	/** The model whose vectors answer meanwhile, while those of a new one are made. */
	readonly servedBy: string;
	/** Why nothing is embedded at present. */
	readonly trouble?: string;
	/** About how long what is pending will take, from the second time somebody asks. */
	readonly secondsLeft?: number;
}

export interface EmbeddingOptions {
	readonly passages: Passages;
	readonly embedder: Embedder;
	/** Finds a model by the name stored with its vectors; nothing when it is no longer available. */
	readonly findEmbedder: (model: string) => Embedder | undefined;
	/** Called with the entities whose vectors are to be read again; without ids, everybody's. */
	readonly onMoved: (workspaceId: string, entityIds?: readonly string[]) => Promise<void>;
	readonly patience?: IndexPatience | undefined;
}

interface Serving {
	readonly embedder: Embedder;
	epoch: number;
}

const FOLLOWED_EVERY_MS = 1_000;
const CHECKED_EVERY_MS = 20_000;
/** After a question that the model did not answer, it gets none for this long: each would wait for it again. */
const SILENT_MS = 15_000;
const COVERAGES_KEPT = 64;

/**
 * The model whose vectors each workspace is searched by. After a change of models, the old vectors go on answering
 * until the new set is complete; then they are dropped. Vectors that another process made are noticed within a second.
 */
export class EmbeddingIndex {
	readonly #options: EmbeddingOptions;
	readonly #indexer: PassageIndexer;
	readonly #serving = new Map<string, Promise<Serving>>();
	readonly #following = new Map<string, Promise<void>>();
	readonly #followedAt = new Map<string, number>();
	readonly #checkedAt = new Map<string, number>();
	readonly #tidied = new Set<string>();
	readonly #formers = new Map<string, Embedder | undefined>();
	#silentUntil = 0;
	readonly #coverages = new LRUCache<string, Promise<Coverage>>({ max: COVERAGES_KEPT });
	readonly #paces = new LRUCache<string, IndexingPace>({ max: COVERAGES_KEPT });

	constructor(options: EmbeddingOptions) {
		this.#options = options;
		this.#indexer = new PassageIndexer({
			...options,
			onProgress: (workspaceId) => this.#follow(workspaceId),
		});
	}

	async index(workspaceId: string): Promise<void> {
		await this.#indexer.index(workspaceId);
		await this.#settle(workspaceId);
	}

	/** Called when somebody reads: looks, now and then and in the background, for what other processes have made. */
	notice(workspaceId: string): void {
		const now = Date.now();
		if (now - (this.#followedAt.get(workspaceId) ?? 0) < FOLLOWED_EVERY_MS) return;
		this.#followedAt.set(workspaceId, now);
		// The next reader looks again; meanwhile what is known goes on answering.
		this.#follow(workspaceId)
			.then(() => this.#settleNowAndThen(workspaceId))
			.catch(() => {});
	}

	async read(workspaceId: string, entityIds?: readonly string[]): Promise<ServedVectors> {
		const { embedder } = await this.#servingOf(workspaceId);
		const stored = await this.#options.passages.vectors(workspaceId, embedder.id, entityIds);
		return { embedder, byEntity: readVectors(stored) };
	}

	/** A question as a vector of the model that serves; nothing when that model is gone, and search goes on without. */
	async embedQuery(workspaceId: string, query: string): Promise<Float32Array | undefined> {
		if (Date.now() < this.#silentUntil) return undefined;
		try {
			const { embedder } = await this.#servingOf(workspaceId);
			return (await embedder.embed([query], { kind: "query" }))[0];
		} catch {
			this.#silentUntil = Date.now() + SILENT_MS;
			return undefined;
		}
	}

	/** How much of what a reader may read can be found by meaning. */
	async coverage(access: AccessSet): Promise<EmbeddingCoverage> {
		const { passages, embedder } = this.#options;
		const { workspaceId, accountId, epoch, revision, principal } = access;
		const moved = await passages.changes(workspaceId, embedder.id, Number.MAX_SAFE_INTEGER);
		const key = JSON.stringify([workspaceId, accountId, epoch, revision, principal.grant, moved.epoch]);
		const counted = remember<string, Promise<Coverage>>(this.#coverages, key, () =>
			passages.coverage(access, embedder.id),
		);
		counted.catch(() => this.#coverages.delete(key));
		// Measured by this reader's own earlier answers only: a common pace would reveal how much others have.
		const asker = JSON.stringify([workspaceId, accountId, principal.grant]);
		return this.#describe(workspaceId, await counted, asker);
	}

	/** Returns the coverage of the whole workspace, for the operator of the server. */
	async progress(workspaceId: string): Promise<EmbeddingCoverage> {
		const { passages, embedder } = this.#options;
		return this.#describe(workspaceId, await passages.progress(workspaceId, embedder.id), workspaceId);
	}

	async close(): Promise<void> {
		await this.#indexer.stop();
		await Promise.allSettled(this.#following.values());
		for (const embedder of [this.#options.embedder, ...this.#formers.values()]) await embedder?.close();
	}

	async #describe(workspaceId: string, coverage: Coverage, asker: string): Promise<EmbeddingCoverage> {
		const { trouble } = this.#indexer;
		const secondsLeft = remember<string, IndexingPace>(this.#paces, asker, () => new IndexingPace()).note(
			coverage.pendingPassages,
			Date.now(),
		);
		return {
			...coverage,
			model: this.#options.embedder.id,
			servedBy: (await this.#servingOf(workspaceId)).embedder.id,
			...(trouble ? { trouble: trouble.message } : secondsLeft !== undefined && { secondsLeft }),
		};
	}

	#servingOf(workspaceId: string): Promise<Serving> {
		return remember(this.#serving, workspaceId, () => {
			const serving = this.#chooseServing(workspaceId);
			serving.catch(() => this.#serving.delete(workspaceId));
			return serving;
		});
	}

	async #chooseServing(workspaceId: string): Promise<Serving> {
		const { passages, embedder } = this.#options;
		const { epoch } = await passages.changes(workspaceId, embedder.id, Number.MAX_SAFE_INTEGER);
		const others = (await passages.models(workspaceId)).filter((model) => model !== embedder.id);
		if (others.length > 0 && !(await passages.isComplete(workspaceId, embedder.id))) {
			for (const model of others) {
				const former = this.#findFormer(model);
				if (former) return { embedder: former, epoch };
			}
		}
		return { embedder, epoch };
	}

	#findFormer(model: string): Embedder | undefined {
		if (!this.#formers.has(model)) this.#formers.set(model, this.#options.findEmbedder(model));
		return this.#formers.get(model);
	}

	/** One at a time for each workspace; a caller that comes meanwhile waits for a look that began after its call. */
	#follow(workspaceId: string): Promise<void> {
		const earlier = this.#following.get(workspaceId) ?? Promise.resolve();
		const work = earlier.catch(() => {}).then(() => this.#readMoved(workspaceId));
		this.#following.set(workspaceId, work);
		return work.finally(() => {
			if (this.#following.get(workspaceId) === work) this.#following.delete(workspaceId);
		});
	}

	async #readMoved(workspaceId: string): Promise<void> {
		const serving = await this.#servingOf(workspaceId);
		const { passages, onMoved } = this.#options;
		const { epoch, entityIds } = await passages.changes(workspaceId, serving.embedder.id, serving.epoch);
		if (entityIds.length > 0) await onMoved(workspaceId, entityIds);
		serving.epoch = Math.max(serving.epoch, epoch);
	}

	async #settleNowAndThen(workspaceId: string): Promise<void> {
		const now = Date.now();
		if (now - (this.#checkedAt.get(workspaceId) ?? 0) < CHECKED_EVERY_MS) return;
		this.#checkedAt.set(workspaceId, now);
		await this.#settle(workspaceId);
	}

	/** Changes to the new model once every text has its vector, and drops vectors nobody needs any more. */
	async #settle(workspaceId: string): Promise<void> {
		const { passages, embedder, onMoved } = this.#options;
		const serving = await this.#servingOf(workspaceId);
		if (serving.embedder === embedder && this.#tidied.has(workspaceId)) return;
		if (!(await passages.isComplete(workspaceId, embedder.id))) return;
		if (serving.embedder !== embedder) {
			const { epoch } = await passages.changes(workspaceId, embedder.id, Number.MAX_SAFE_INTEGER);
			this.#serving.set(workspaceId, Promise.resolve({ embedder, epoch }));
			await onMoved(workspaceId);
		}
		this.#tidied.add(workspaceId);
		await passages.tidy(workspaceId, embedder.id);
	}
}

interface Sample {
	readonly at: number;
	readonly pending: number;
}

/** An older measurement does not show the present pace: other work may have begun or ended. */
const REMEMBERED_MS = 60_000;
/** Two measurements in quick succession would differ by one batch more or less. */
const APART_MS = 2_000;

/** Goes by passages: entities are complete only with their last one, hardly any at first and all of them at the end. */
export class IndexingPace {
	#samples: readonly Sample[] = [];

	/** Records how many wait, and returns how many seconds are left once the pace is known. */
	note(pending: number, at: number): number | undefined {
		const last = this.#samples.at(-1);
		// More than before has come in, or it is done: what was measured so far is about something else.
		if (pending === 0 || (last && pending > last.pending)) this.#samples = [];
		if (!last || this.#samples.length === 0 || at - last.at >= APART_MS) {
			this.#samples = [...this.#samples.filter((sample) => at - sample.at <= REMEMBERED_MS), { at, pending }];
		}
		const [first] = this.#samples;
		if (pending === 0 || first === undefined || first.pending <= pending) return undefined;
		return Math.round((pending * (at - first.at)) / (first.pending - pending) / 1_000);
	}
}
