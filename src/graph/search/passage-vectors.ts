import type { Embedder } from "../model/embedder.ts";

export type CosineScale = Pick<Embedder, "floor" | "ceiling">;

const NO_MODEL: CosineScale = { floor: 0, ceiling: 1 };

/** The vectors of the passages of every entity, all of one model. */
export class PassageVectors {
	scale: CosineScale = NO_MODEL;
	readonly #byEntity = new Map<string, readonly Float32Array[]>();

	/** How many entities have vectors. */
	get size(): number {
		return this.#byEntity.size;
	}

	put(entityId: string, vectors: readonly Float32Array[]): void {
		if (vectors.length === 0) this.#byEntity.delete(entityId);
		else this.#byEntity.set(entityId, vectors);
	}

	/** The cosine of a question with the closest passage of each entity. */
	compare(question: Float32Array, visit: (entityId: string, cosine: number) => void): void {
		for (const [entityId, vectors] of this.#byEntity) {
			let best = -1;
			for (const vector of vectors) best = Math.max(best, multiply(question, vector));
			visit(entityId, best);
		}
	}
}

function multiply(a: Float32Array, b: Float32Array): number {
	let sum = 0;
	for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
	return sum;
}
