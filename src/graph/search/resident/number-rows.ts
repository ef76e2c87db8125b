export interface NumberRowsParts {
	readonly offsets: Int32Array;
	readonly values: Int32Array;
}

const NONE = new Int32Array();

/** Rows of numbers, each written once and whole; a row can be replaced. */
export class NumberRows {
	readonly #offsets: Int32Array;
	readonly #values: Int32Array;
	readonly #recent: Int32Array[] = [];
	readonly #replaced = new Map<number, Int32Array>();
	readonly #baseCount: number;
	#recentBytes = 0;

	constructor({ offsets, values }: NumberRowsParts = { offsets: new Int32Array(1), values: NONE }) {
		this.#offsets = offsets;
		this.#values = values;
		this.#baseCount = offsets.length - 1;
	}

	get size(): number {
		return this.#baseCount + this.#recent.length;
	}

	get byteLength(): number {
		return this.#offsets.byteLength + this.#values.byteLength + this.#recentBytes;
	}

	add(row: Int32Array): number {
		this.#recent.push(row);
		this.#recentBytes += row.byteLength;
		return this.size - 1;
	}

	row(number: number): Int32Array {
		if (this.#replaced.size > 0) {
			const replaced = this.#replaced.get(number);
			if (replaced) return replaced;
		}
		if (number >= this.#baseCount) return this.#recent[number - this.#baseCount] ?? NONE;
		return this.#values.subarray(this.#offsets[number], this.#offsets[number + 1]);
	}

	replace(number: number, row: Int32Array): void {
		this.#recentBytes += row.byteLength - (this.#replaced.get(number)?.byteLength ?? 0);
		this.#replaced.set(number, row);
	}

	toParts(): NumberRowsParts {
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
}
