import { SkeinError } from "./errors.ts";

/** Some models put a prefix before a question that they do not put before a text; both must land in one space. */
export type EmbeddedKind = "query" | "document";

export interface EmbedOptions {
	readonly kind: EmbeddedKind;
	readonly signal?: AbortSignal | undefined;
}

/** Turns texts into vectors of length 1 whose angle measures how similar their content is. */
export interface Embedder {
	/** Stored with every vector: vectors of two models cannot be compared. */
	readonly id: string;
	/** How many texts one call should take: more make a call fail together, fewer make calls. */
	readonly batchSize: number;
	/** The model ignores text beyond this, so texts are cut into passages that are shorter. */
	readonly maxTokens: number;
	/** The cosine of two texts that have nothing to do with each other, and that of two that say the same. */
	readonly floor: number;
	readonly ceiling: number;
	embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
	close(): Promise<void>;
}

export class EmbedError extends SkeinError {
	/** False when no text would fare better: the model is gone, or does not let us in. */
	readonly concernsText: boolean;
	readonly retryable: boolean;
	readonly retryAfterSeconds: number | undefined;

	constructor(
		code: string,
		message: string,
		options: {
			readonly concernsText?: boolean;
			readonly retryable?: boolean;
			readonly retryAfterSeconds?: number | undefined;
		} = {},
	) {
		super(code, message);
		this.concernsText = options.concernsText ?? false;
		this.retryable = options.retryable ?? false;
		this.retryAfterSeconds = options.retryAfterSeconds;
	}
}

/** Maps a model's own cosine scale to 0 to 1, since a close match has another cosine in each model. */
export function calibrateCosine(
	cosine: number,
	{ floor, ceiling }: Pick<Embedder, "floor" | "ceiling">,
): number {
	return Math.min(1, Math.max(0, (cosine - floor) / (ceiling - floor)));
}
