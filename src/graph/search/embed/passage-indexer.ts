import type { Passage } from "../../model/cut-passages.ts";
import { type Embedder, EmbedError } from "../../model/embedder.ts";
import { type EntityText, readEntityText, type TextSource } from "../../model/entity-text.ts";
import { addTo } from "../../model/group-by.ts";
import { hashContent } from "../../model/hash-content.ts";
import type {
	EmbeddedPassage,
	PassageRow,
	PassageSource,
	Passages,
	StoredVector,
} from "../../store/derive/passages.ts";
import type { PassageVector } from "../score/passage-vectors.ts";

const CUT_AT_ONCE = 200;
/** Claimed passages wait for their claim to run out when the process dies, so only a few are claimed. */
const BATCHES_CLAIMED = 4;
const HASH_LENGTH = 32;

/** A passage says little without title and headings. Fields next to a text only blur its subject; alone they are embedded too. */
function printPassage(source: TextSource, { text, fieldsEnd }: EntityText, passage: Passage): string {
	const { start, end, headings, lead } = passage;
	const body = text.slice(end > fieldsEnd ? Math.max(start, fieldsEnd) : start, end);
	const led = lead === undefined ? "" : text.slice(lead.start, lead.end);
	const above = headings.filter((heading) => heading !== source.title);
	return [source.title, ...above, led, body.trim()].filter((part) => part !== "").join(". ");
}

const printPassages = (source: TextSource): readonly string[] => {
	const text = readEntityText(source);
	return text.passages.map((passage) => printPassage(source, text, passage));
};

const cutSource = (source: PassageSource): readonly PassageRow[] =>
	printPassages(source).map((text, ordinal) => ({
		ordinal,
		hash: hashContent(text).slice(0, HASH_LENGTH),
	}));

/** Copied: a view into a larger buffer would keep all of it alive, and may not start where numbers may. */
const copyVector = (vector: Uint8Array): Float32Array => new Float32Array(vector.slice().buffer);

export const readVectors = (
	stored: readonly StoredVector[],
): ReadonlyMap<string, readonly PassageVector[]> => {
	const byEntity = new Map<string, PassageVector[]>();
	for (const { entity_id: id, ordinal, vector } of stored)
		addTo(byEntity, id, { ordinal, vector: copyVector(vector) });
	return byEntity;
};

interface ClaimedText {
	readonly hash: string;
	readonly text: string;
}

/** How long to wait before a model that could not be reached is tried again. */
export interface IndexPatience {
	readonly firstSeconds: number;
	readonly longestSeconds: number;
}

const DEFAULT_PATIENCE: IndexPatience = { firstSeconds: 5, longestSeconds: 300 };

export interface IndexerOptions {
	readonly passages: Passages;
	readonly embedder: Embedder;
	readonly onProgress: (workspaceId: string) => Promise<void>;
	readonly patience?: IndexPatience | undefined;
}

/**
 * Embeds what has no vector of the current model, a little at a time. What is left to do is read from the database
 * each time, so that a run can stop anywhere and the next one, here or in another process, goes on from there.
 */
export class PassageIndexer {
	readonly #passages: Passages;
	readonly #embedder: Embedder;
	readonly #onProgress: IndexerOptions["onProgress"];
	readonly #patience: IndexPatience;
	readonly #stopping = new AbortController();
	readonly #running = new Map<string, Promise<void>>();
	readonly #asked = new Set<string>();
	readonly #forgiven = new Set<string>();
	readonly #timers = new Map<string, NodeJS.Timeout>();
	#trouble: EmbedError | undefined;
	#failures = 0;

	constructor({ passages, embedder, onProgress, patience = DEFAULT_PATIENCE }: IndexerOptions) {
		this.#passages = passages;
		this.#embedder = embedder;
		this.#onProgress = onProgress;
		this.#patience = patience;
	}

	/** Why nothing is embedded at present, when the model is not available. */
	get trouble(): EmbedError | undefined {
		return this.#trouble;
	}

	/** Resolves when all is done or the model is gone, and then tries later. A call meanwhile makes it look again. */
	index(workspaceId: string): Promise<void> {
		this.#asked.add(workspaceId);
		const running = this.#running.get(workspaceId);
		if (running) return running;
		const work = this.#work(workspaceId).finally(() => this.#running.delete(workspaceId));
		this.#running.set(workspaceId, work);
		return work;
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		for (const timer of this.#timers.values()) clearTimeout(timer);
		await Promise.allSettled(this.#running.values());
	}

	async #work(workspaceId: string): Promise<void> {
		clearTimeout(this.#timers.get(workspaceId));
		try {
			while (this.#asked.delete(workspaceId) && !this.#stopping.signal.aborted) {
				await this.#forgive(workspaceId);
				await this.#cut(workspaceId);
				await this.#embed(workspaceId);
			}
		} catch (error) {
			if (this.#stopping.signal.aborted) return;
			if (!(error instanceof EmbedError)) throw error;
			this.#trouble = error;
			if (error.retryable) this.#tryLater(workspaceId, error);
		}
	}

	/** Once for each start: what a model refused, a newer one of the same name, or a newer version of ours, may take. */
	async #forgive(workspaceId: string): Promise<void> {
		if (this.#forgiven.has(workspaceId)) return;
		this.#forgiven.add(workspaceId);
		await this.#passages.forgive(workspaceId, this.#embedder.id);
	}

	async #cut(workspaceId: string): Promise<void> {
		while (!this.#stopping.signal.aborted) {
			const sources = await this.#passages.uncut(workspaceId, CUT_AT_ONCE);
			if (sources.length === 0) return;
			const cut = sources.map((source) => ({ source, passages: cutSource(source) }));
			await this.#passages.replace(workspaceId, cut);
			await this.#onProgress(workspaceId);
		}
	}

	async #embed(workspaceId: string): Promise<void> {
		const { id: model, batchSize } = this.#embedder;
		const limit = BATCHES_CLAIMED * batchSize;
		while (!this.#stopping.signal.aborted) {
			// New passages precede those that have waited longer: their writer is about to ask about them.
			if (this.#asked.delete(workspaceId)) await this.#cut(workspaceId);
			const claimed = await this.#passages.claim(workspaceId, { model, limit });
			if (claimed.length === 0) return;
			const ids = [...new Set(claimed.map(({ entity_id }) => entity_id))];
			const sources = await this.#passages.sources(workspaceId, ids);
			const texts = new Map(sources.map((source) => [source.id, printPassages(source)]));
			await this.#embedClaimed(
				workspaceId,
				claimed.map(({ entity_id, ordinal, hash }) => ({
					hash,
					text: texts.get(entity_id)?.[ordinal] ?? "",
				})),
			);
		}
	}

	/** While one batch is stored the next is computed, or the model would be idle meanwhile. */
	async #embedClaimed(workspaceId: string, claimed: readonly ClaimedText[]): Promise<void> {
		const { id: model, batchSize } = this.#embedder;
		let embedded: readonly EmbeddedPassage[] = [];
		try {
			for (let start = 0; start < claimed.length; start += batchSize) {
				const batch = claimed.slice(start, start + batchSize);
				[embedded] = await finishBoth(this.#embedBatch(batch), this.#store(workspaceId, embedded));
			}
			await this.#store(workspaceId, embedded);
		} catch (error) {
			const hashes = claimed.map(({ hash }) => hash);
			// Passages that have their vector by now stay as they are.
			await this.#passages.release(workspaceId, model, hashes);
			throw error;
		}
	}

	async #store(workspaceId: string, embedded: readonly EmbeddedPassage[]): Promise<void> {
		if (embedded.length === 0) return;
		await this.#passages.put(workspaceId, this.#embedder.id, embedded);
		this.#trouble = undefined;
		this.#failures = 0;
		await this.#onProgress(workspaceId);
	}

	/** One text that the model refuses must not take its batch along: then each is tried alone, and noted with its reason. */
	async #embedBatch(batch: readonly ClaimedText[]): Promise<readonly EmbeddedPassage[]> {
		const { signal } = this.#stopping;
		try {
			const texts = batch.map(({ text }) => text);
			const vectors = await this.#embedder.embed(texts, { kind: "document", signal });
			return batch.map(({ hash }, index) => ({ hash, ...describeVector(vectors[index]) }));
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof EmbedError && !error.concernsText) throw error;
			const [only, ...others] = batch;
			if (only === undefined || others.length === 0) {
				const failure = error instanceof Error ? error.message : String(error);
				return batch.map(({ hash }) => ({ hash, failure }));
			}
			const alone: EmbeddedPassage[] = [];
			for (const passage of batch) alone.push(...(await this.#embedBatch([passage])));
			// When not one is taken, it is not the texts: a wrong model name is refused text by text as well.
			const refused = alone.every(({ failure }) => failure !== undefined);
			if (refused) throw new EmbedError("embedding_failed", alone[0]?.failure ?? "", { retryable: true });
			return alone;
		}
	}

	#tryLater(workspaceId: string, { retryAfterSeconds }: EmbedError): void {
		const { firstSeconds, longestSeconds } = this.#patience;
		const pause = Math.min(retryAfterSeconds ?? firstSeconds * 2 ** this.#failures, longestSeconds);
		this.#failures += 1;
		const timer = setTimeout(() => {
			// `trouble` reports a failure here, and so does the next call that waits for an answer.
			this.index(workspaceId).catch(() => {});
		}, pause * 1_000);
		timer.unref();
		this.#timers.set(workspaceId, timer);
	}
}

/** Nothing is under way any more when this fails: the store may be closed right after. */
async function finishBoth<First, Second>(
	first: Promise<First>,
	second: Promise<Second>,
): Promise<readonly [First, Second]> {
	await Promise.allSettled([first, second]);
	return Promise.all([first, second]);
}

const describeVector = (vector: Float32Array | undefined): { vector: Uint8Array } | { failure: string } =>
	vector === undefined || vector.length === 0 || !vector.every(Number.isFinite)
		? { failure: "the model gave no vector" }
		: { vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) };
