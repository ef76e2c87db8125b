import { setTimeout as sleep } from "node:timers/promises";
import {
	type EmbeddedKind,
	type Embedder,
	EmbedError,
	type EmbedOptions,
} from "../../graph/model/embedder.ts";
import type { EmbeddingFamily } from "./choose-embedder.ts";
import { classifyFailure, secondsBeforeRetry } from "./classify-failure.ts";
import { createWatchedFetch } from "./create-watched-fetch.ts";
import { MEASURED_TEXTS, measureCosines } from "./measure-cosines.ts";
import type { ModelError } from "./model-error.ts";
import { DEFAULT_PATIENCE, type ModelConnection, type Patience } from "./open-model.ts";

/** A search must not hang on a model: after this it goes on by words and connections. */
const QUESTION_SECONDS = 5;

/** Prefixes of models that were trained with a mark for questions and texts; without it they place both badly. */
const PREFIXES: readonly (readonly [RegExp, Readonly<Record<EmbeddedKind, string>>])[] = [
	[/nomic-embed-text/, { query: "search_query: ", document: "search_document: " }],
	[/(^|[/-])e5-/, { query: "query: ", document: "passage: " }],
	[
		/mxbai-embed|bge-.{0,100}-en/,
		{ query: "Represent this sentence for searching relevant passages: ", document: "" },
	],
];

const prefixOf = (model: string, kind: EmbeddedKind): string =>
	PREFIXES.find(([pattern]) => pattern.test(model))?.[1][kind] ?? "";

/** An embedding model behind HTTP. Vectors of any length are normalised to 1. */
export class RemoteEmbedder implements Embedder {
	readonly id: string;
	readonly batchSize: number;
	/** Passages are cut for the local model, and every model in use today reads more than that. */
	readonly maxTokens = 512;
	readonly #embeddings: EmbeddingFamily;
	readonly #connection: ModelConnection;
	readonly #closing = new AbortController();
	#scale: { readonly floor: number; readonly ceiling: number } = { floor: 0, ceiling: 1 };
	#measured: Promise<void> | undefined;

	constructor(
		options: Pick<ModelConnection, "model" | "url" | "apiKey"> & {
			readonly embeddings: EmbeddingFamily;
			readonly patience?: Partial<Patience>;
		},
	) {
		const { embeddings, model, url, apiKey, patience } = options;
		const { family, batchSize } = embeddings;
		this.id = `${family.name}:${model}`;
		this.batchSize = batchSize;
		this.#embeddings = embeddings;
		this.#connection = {
			...{ family, model, url, apiKey },
			patience: { ...DEFAULT_PATIENCE, stallSeconds: 60, retries: 3, ...patience },
		};
	}

	get floor(): number {
		return this.#scale.floor;
	}

	get ceiling(): number {
		return this.#scale.ceiling;
	}

	async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
		await this.#measure();
		return this.#ask(texts, options);
	}

	async close(): Promise<void> {
		this.#closing.abort();
	}

	#measure(): Promise<void> {
		this.#measured ??= this.#ask(MEASURED_TEXTS, { kind: "document" }).then(
			(vectors) => {
				this.#scale = measureCosines(vectors);
			},
			(error: unknown) => {
				this.#measured = undefined;
				throw error;
			},
		);
		return this.#measured;
	}

	async #ask(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
		const { model, patience } = this.#connection;
		const asks = kind === "query";
		const limits = [this.#closing.signal, ...(signal ? [signal] : [])];
		if (asks) limits.push(AbortSignal.timeout(QUESTION_SECONDS * 1_000));
		const stopped = AbortSignal.any(limits);
		const prefix = prefixOf(model, kind);
		const values = texts.map((text) => `${prefix}${text}`);
		for (let attempt = 0; ; attempt += 1) {
			try {
				return await this.#askOnce(values, stopped);
			} catch (error) {
				stopped.throwIfAborted();
				if (error instanceof EmbedError) throw error;
				const failure = classifyFailure(error, this.#connection);
				const pause = asks ? undefined : secondsBeforeRetry(failure, attempt, patience);
				if (pause === undefined) throw describeFailure(failure);
				await sleep(pause * 1_000, undefined, { signal: stopped }).catch(() => {});
				stopped.throwIfAborted();
			}
		}
	}

	async #askOnce(values: string[], abortSignal: AbortSignal): Promise<readonly Float32Array[]> {
		const { model, url, apiKey } = this.#connection;
		const provider = await this.#embeddings.connect({
			model,
			url,
			apiKey,
			fetch: createWatchedFetch(this.#connection),
		});
		const { embeddings } = await provider.doEmbed({ values, abortSignal });
		const [first] = embeddings;
		const isWhole =
			embeddings.length === values.length && embeddings.every(({ length }) => length === first?.length);
		if (!isWhole) {
			throw new EmbedError("embedding_failed", `${this.id} sent other vectors than it was asked for.`, {
				retryable: true,
			});
		}
		return embeddings.map(bringToLengthOne);
	}
}

function bringToLengthOne(numbers: readonly number[]): Float32Array {
	const length = Math.sqrt(numbers.reduce((sum, value) => sum + value * value, 0)) || 1;
	return Float32Array.from(numbers, (value) => value / length);
}

const TEXT_REFUSED = new Set([400, 413, 422]);

const describeFailure = ({ code, message, retryable, details }: ModelError): EmbedError =>
	new EmbedError(code, message, {
		concernsText: code === "model_refused_request" && TEXT_REFUSED.has(details.status ?? 0),
		retryable,
		retryAfterSeconds: details.retryAfterSeconds,
	});
