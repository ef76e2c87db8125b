import { createHash } from "node:crypto";
import type { Embedder } from "../../model/embedder.ts";
import type { PassageRow, PassageSource, Passages, StoredVector } from "../../store/passages.ts";
import { cutPassages } from "./cut-passages.ts";

const CUT_AT_ONCE = 200;
const EMBEDDED_AT_ONCE = 256;
/** After so many vectors the graph is told of them, long before a large workspace is done. */
const TOLD_AFTER = 16;
const HASH_LENGTH = 32;

type Texts = Pick<PassageSource, "title" | "description" | "body">;

const joinTexts = ({ description, body }: Texts): string =>
	[description, body].filter((text) => text !== "").join("\n\n");

/** What is embedded: a passage says little without the name of what it is a passage of. */
const printPassage = (source: Texts, start: number, end: number): string =>
	[source.title, joinTexts(source).slice(start, end)].filter((text) => text !== "").join(". ");

function cutSource(source: PassageSource): readonly PassageRow[] {
	const ranges = cutPassages(joinTexts(source));
	// Without any text there is still a title to be found by.
	return (ranges.length > 0 ? ranges : [{ start: 0, end: 0 }]).map(({ start, end }, ordinal) => ({
		ordinal,
		start_offset: start,
		end_offset: end,
		hash: createHash("sha256")
			.update(printPassage(source, start, end))
			.digest("hex")
			.slice(0, HASH_LENGTH),
	}));
}

export const readVectors = (
	stored: readonly StoredVector[],
): ReadonlyMap<string, readonly Float32Array[]> => {
	const byEntity = new Map<string, Float32Array[]>();
	for (const { entity_id: id, vector } of stored) {
		// Copied: a view into a larger buffer would keep all of it alive, and may not start where numbers may.
		const numbers = new Float32Array(vector.slice().buffer);
		byEntity.set(id, [...(byEntity.get(id) ?? []), numbers]);
	}
	return byEntity;
};

export interface IndexProgress {
	readonly workspaceId: string;
	/** Entities that have new vectors. */
	readonly changed: readonly string[];
}

/**
 * Embeds what has no vector of the current model, a little at a time. What is left to do is read from the database
 * each time, so that a run can stop anywhere and the next one goes on from there.
 */
export class PassageIndexer {
	readonly #passages: Passages;
	readonly #embedder: Embedder;
	readonly #onProgress: (progress: IndexProgress) => Promise<void>;
	readonly #stopping = new AbortController();
	readonly #running = new Map<string, Promise<void>>();
	readonly #asked = new Set<string>();

	constructor(input: {
		readonly passages: Passages;
		readonly embedder: Embedder;
		readonly onProgress: (progress: IndexProgress) => Promise<void>;
	}) {
		this.#passages = input.passages;
		this.#embedder = input.embedder;
		this.#onProgress = input.onProgress;
	}

	/** Resolves when nothing is left to do in this workspace. Asked while it runs, it looks again at the end. */
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
		await Promise.allSettled(this.#running.values());
	}

	async #work(workspaceId: string): Promise<void> {
		while (this.#asked.delete(workspaceId) && !this.#stopping.signal.aborted) {
			await this.#cut(workspaceId);
			await this.#embed(workspaceId);
		}
	}

	async #cut(workspaceId: string): Promise<void> {
		while (!this.#stopping.signal.aborted) {
			const sources = await this.#passages.uncut(workspaceId, CUT_AT_ONCE);
			if (sources.length === 0) return;
			const cut = sources.map((source) => ({ source, passages: cutSource(source) }));
			await this.#passages.replace(workspaceId, cut);
			await this.#onProgress({ workspaceId, changed: sources.map(({ id }) => id) });
		}
	}

	async #embed(workspaceId: string): Promise<void> {
		const { id: model } = this.#embedder;
		while (!this.#stopping.signal.aborted) {
			const pending = await this.#passages.pending(workspaceId, model, EMBEDDED_AT_ONCE);
			if (pending.length === 0) return;
			let untold: string[] = [];
			for (const [index, passage] of pending.entries()) {
				const { hash, start_offset: start, end_offset: end } = passage;
				const vector = await this.#embedOne(printPassage(passage, start, end));
				if (vector === undefined) return;
				await this.#passages.putVector(workspaceId, model, { hash, ...vector });
				untold.push(passage.entity_id);
				if (untold.length < TOLD_AFTER && index < pending.length - 1) continue;
				await this.#onProgress({ workspaceId, changed: [...new Set(untold)] });
				untold = [];
			}
		}
	}

	/** A text that cannot be embedded is noted with its reason and passed over; undefined when the work is to stop. */
	async #embedOne(text: string): Promise<{ vector: Uint8Array } | { failure: string } | undefined> {
		try {
			const { signal } = this.#stopping;
			const [vector] = await this.#embedder.embed([text], { kind: "document", signal });
			if (vector === undefined) return { failure: "the model gave no vector" };
			return { vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) };
		} catch (error) {
			if (this.#stopping.signal.aborted) return undefined;
			return { failure: error instanceof Error ? error.message : String(error) };
		}
	}
}
