import { GrowingInts } from "./growing-ints.ts";
import type { NumberListsParts } from "./number-lists.ts";

const NONE: NumberListsParts = { offsets: new Int32Array(1), values: new Int32Array() };

/** Rows of numbers; one can be replaced. Recent ones lie in one block too: an array for each would cost more than its content. */
export class NumberRows {
	readonly #base: NumberListsParts;
	readonly #baseCount: number;
	readonly #recent = new GrowingInts();
	/** Where each recent row ends, which is where the next one starts. */
	readonly #ends = new GrowingInts();
	readonly #replaced = new Map<number, Int32Array>();
	#replacedBytes = 0;

	constructor(parts: NumberListsParts = NONE) {
		this.#base = parts;
		this.#baseCount = parts.offsets.length - 1;
	}

	get size(): number {
		return this.#baseCount + this.#ends.length;
	}

	get byteLength(): number {
		const { offsets, values } = this.#base;
		const recent = this.#recent.values.byteLength + this.#ends.values.byteLength;
		return offsets.byteLength + values.byteLength + recent + this.#replacedBytes;
	}

	add(row: ArrayLike<number>): number {
		this.#recent.append(row);
		this.#ends.push(this.#recent.length);
		return this.size - 1;
	}

	row(number: number): Int32Array {
		if (this.#replaced.size > 0) {
			const replaced = this.#replaced.get(number);
			if (replaced) return replaced;
		}
		if (number >= this.#baseCount) return this.#recentRow(number - this.#baseCount);
		const { offsets, values } = this.#base;
		return values.subarray(offsets[number], offsets[number + 1]);
	}

	/** Called for every name in a text: a view of the row takes longer than everything else there. */
	lengthOf(number: number): number {
		if (this.#replaced.size > 0 || number >= this.#baseCount) return this.row(number).length;
		const { offsets } = this.#base;
		return (offsets[number + 1] as number) - (offsets[number] as number);
	}

	replace(number: number, row: Int32Array): void {
		this.#replacedBytes += row.byteLength - (this.#replaced.get(number)?.byteLength ?? 0);
		this.#replaced.set(number, row);
	}

	toParts(): NumberListsParts {
		const offsets = new Int32Array(this.size + 1);
		for (let number = 0; number < this.size; number += 1) {
			offsets[number + 1] = (offsets[number] as number) + this.row(number).length;
		}
		const values = new Int32Array(offsets[this.size] as number);
		for (let number = 0; number < this.size; number += 1) {
			values.set(this.row(number), offsets[number] as number);
		}
		return { offsets, values };
	}

	#recentRow(index: number): Int32Array {
		if (index >= this.#ends.length) return NONE.values;
		const start = index === 0 ? 0 : this.#ends.at(index - 1);
		return this.#recent.values.subarray(start, this.#ends.at(index));
	}
}
