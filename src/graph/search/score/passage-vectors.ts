import type { Embedder } from "../../model/embedder.ts";
import { GrowingInts } from "../tables/growing-ints.ts";
import { countBits } from "../words/spelling-table.ts";

export type CosineScale = Pick<Embedder, "floor" | "ceiling">;

const NO_MODEL: CosineScale = { floor: 0, ceiling: 1 };
const BLOCK = 2_048;
const NOBODY = -1;
/** Up to so many passages every one is compared; beyond, only those whose signs agree with the question's best. */
const MOST_EXACT = 8_192;
const CANDIDATES = 2_000;
const BITS = 32;

/** The vector of one passage, by its place among the passages of its text. */
export interface PassageVector {
	readonly ordinal: number;
	readonly vector: Float32Array;
}

/** As many passages as are kept in one piece: one array for all would be copied whole whenever it grows. */
interface Block {
	readonly vectors: Float32Array;
	readonly signs: Int32Array;
	readonly owners: Int32Array;
	readonly ordinals: Int32Array;
}

/** The vectors of the passages of every entity, all of one model. Entities are the graph's node numbers. */
export class PassageVectors {
	readonly scale: CosineScale;
	readonly #blocks: Block[] = [];
	readonly #places = new Map<number, readonly number[]>();
	readonly #free: number[] = [];
	readonly #visible = new GrowingInts();
	#dimensions = 0;
	#count = 0;

	constructor(scale: CosineScale = NO_MODEL) {
		this.scale = scale;
	}

	get size(): number {
		return this.#places.size;
	}

	get byteLength(): number {
		const perPassage = this.#dimensions * 4 + this.#dimensions / 8 + 4;
		return this.#blocks.length * BLOCK * (perPassage + 4) + this.#places.size * 80;
	}

	has(node: number): boolean {
		return this.#places.has(node);
	}

	put(node: number, vectors: readonly PassageVector[]): void {
		for (const place of this.#places.get(node) ?? []) {
			const { owners } = this.#blocks[Math.floor(place / BLOCK)] as Block;
			owners[place % BLOCK] = NOBODY;
			this.#free.push(place);
			this.#count -= 1;
		}
		this.#places.delete(node);
		if (vectors.length > 0) {
			this.#places.set(
				node,
				vectors.map((vector) => this.#store(node, vector)),
			);
		}
	}

	/**
	 * The cosine of a question with the passages of each entity that counts. Of many, the ones are compared whose signs
	 * differ least; who does not count is passed over before that choice, or hidden texts would crowd out others. Returns
	 * how many passages count.
	 */
	compare(
		question: Float32Array,
		counts: (node: number) => boolean,
		visit: (node: number, ordinal: number, cosine: number) => void,
	): number {
		if (question.length !== this.#dimensions) return 0;
		const visible = this.#listPlaces(counts);
		const places = visible.length <= MOST_EXACT ? visible : this.#chooseClose(question, visible);
		for (let index = 0; index < places.length; index += 1) {
			const place = places[index] as number;
			const block = this.#blocks[Math.floor(place / BLOCK)] as Block;
			const at = place % BLOCK;
			const cosine = multiply(question, block.vectors, at * this.#dimensions);
			visit(block.owners[at] as number, block.ordinals[at] as number, cosine);
		}
		return visible.length;
	}

	#store(node: number, { ordinal, vector }: PassageVector): number {
		if (this.#count === 0 && this.#free.length === 0) this.#dimensions = vector.length;
		const place = this.#free.pop() ?? this.#count;
		const index = Math.floor(place / BLOCK);
		const words = Math.ceil(this.#dimensions / BITS);
		this.#blocks[index] ??= {
			vectors: new Float32Array(BLOCK * this.#dimensions),
			signs: new Int32Array(BLOCK * words),
			owners: new Int32Array(BLOCK).fill(NOBODY),
			ordinals: new Int32Array(BLOCK),
		};
		const { vectors, signs, owners, ordinals } = this.#blocks[index];
		const at = place % BLOCK;
		vectors.set(vector.subarray(0, this.#dimensions), at * this.#dimensions);
		signs.set(readSigns(vector), at * words);
		owners[at] = node;
		ordinals[at] = ordinal;
		this.#count += 1;
		return place;
	}

	/** To be read before the next question: a list of its own for each would be most of what a question allocates. */
	#listPlaces(counts: (node: number) => boolean): Int32Array {
		const places = this.#visible;
		places.clear();
		for (let index = 0; index < this.#blocks.length; index += 1) {
			const { owners } = this.#blocks[index] as Block;
			for (let at = 0; at < BLOCK; at += 1) {
				const node = owners[at] as number;
				if (node !== NOBODY && counts(node)) places.push(index * BLOCK + at);
			}
		}
		return places.view();
	}

	#chooseClose(question: Float32Array, places: Int32Array): readonly number[] {
		const wanted = readSigns(question);
		const distances = new Uint16Array(places.length);
		const histogram = new Int32Array(this.#dimensions + BITS + 1);
		for (let index = 0; index < places.length; index += 1) {
			const place = places[index] as number;
			const { signs } = this.#blocks[Math.floor(place / BLOCK)] as Block;
			const distance = countDifferences(wanted, signs, (place % BLOCK) * wanted.length);
			distances[index] = distance;
			histogram[distance] = (histogram[distance] as number) + 1;
		}
		let farthest = 0;
		for (let left = CANDIDATES; left > 0; farthest += 1) left -= histogram[farthest] as number;
		// Everything at the last distance comes along: cutting inside it would choose by when a text was written.
		const close: number[] = [];
		for (let index = 0; index < places.length; index += 1) {
			if ((distances[index] as number) < farthest) close.push(places[index] as number);
		}
		return close;
	}
}

function multiply(question: Float32Array, vectors: Float32Array, start: number): number {
	let even = 0;
	let odd = 0;
	for (let index = 0; index < question.length; index += 2) {
		even += (question[index] as number) * (vectors[start + index] as number);
		odd += (question[index + 1] ?? 0) * (vectors[start + index + 1] ?? 0);
	}
	return even + odd;
}

function readSigns(vector: Float32Array): Int32Array {
	const signs = new Int32Array(Math.ceil(vector.length / BITS));
	for (let index = 0; index < vector.length; index += 1) {
		if ((vector[index] as number) > 0) {
			const word = index >> 5;
			signs[word] = (signs[word] as number) | (1 << (index & (BITS - 1)));
		}
	}
	return signs;
}

function countDifferences(wanted: Int32Array, signs: Int32Array, start: number): number {
	let total = 0;
	for (let index = 0; index < wanted.length; index += 1) {
		total += countBits((wanted[index] as number) ^ (signs[start + index] as number));
	}
	return total;
}
