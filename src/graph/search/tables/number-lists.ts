import { GrowingInts } from "./growing-ints.ts";

export interface NumberListsParts {
	readonly offsets: Int32Array;
	readonly values: Int32Array;
}

const NONE = new Int32Array();

/**
 * Many lists of numbers that only grow: readers skip stale numbers. The numbers of the first build are in one block.
 * Later ones are moved to lists of their own at the next read, and only queued until then: a build adds millions and
 * reads none.
 */
export class NumberLists {
	readonly #offsets: Int32Array;
	readonly #values: Int32Array;
	readonly #recent: (GrowingInts | undefined)[] = [];
	#recentCount = 0;
	/** List, number, list, number. */
	#waiting = new GrowingInts();

	constructor({ offsets, values }: NumberListsParts = { offsets: NONE, values: NONE }) {
		this.#offsets = offsets;
		this.#values = values;
	}

	get byteLength(): number {
		const waiting = this.#waiting.values.byteLength;
		return this.#offsets.byteLength + this.#values.byteLength + this.#recentCount * 16 + waiting;
	}

	push(list: number, value: number): void {
		this.#waiting.pushPair(list, value);
	}

	/** In the order the numbers came, in at most two runs. */
	runs(list: number): readonly Int32Array[] {
		const start = this.#offsets[list];
		const end = this.#offsets[list + 1];
		const recent = this.#recentOf(list);
		const runs: Int32Array[] = [];
		if (start !== undefined && end !== undefined && end > start) runs.push(this.#values.subarray(start, end));
		if (recent) runs.push(recent.view());
		return runs;
	}

	some(list: number, visit: (value: number) => boolean): boolean {
		const end = this.#offsets[list + 1] ?? 0;
		for (let index = this.#offsets[list] ?? 0; index < end; index += 1) {
			if (visit(this.#values[index] as number)) return true;
		}
		const recent = this.#recentOf(list);
		if (recent === undefined) return false;
		for (let index = 0; index < recent.length; index += 1) if (visit(recent.at(index))) return true;
		return false;
	}

	/** Those of a list that are marked, one more than `most` at most. A visitor for each would be most of what a search allocates. */
	marked(list: number, marks: Uint8Array, most = Number.POSITIVE_INFINITY): number[] {
		const found: number[] = [];
		const end = this.#offsets[list + 1] ?? 0;
		for (let index = this.#offsets[list] ?? 0; index < end && found.length <= most; index += 1) {
			const value = this.#values[index] as number;
			if (marks[value] === 1) found.push(value);
		}
		const recent = this.#recentOf(list);
		if (recent === undefined) return found;
		for (let index = 0; index < recent.length && found.length <= most; index += 1) {
			if (marks[recent.at(index)] === 1) found.push(recent.at(index));
		}
		return found;
	}

	/** How many of a list are marked, one more than `most` at most. */
	countMarked(list: number, marks: Uint8Array, most: number): number {
		let count = 0;
		const end = this.#offsets[list + 1] ?? 0;
		for (let index = this.#offsets[list] ?? 0; index < end && count <= most; index += 1) {
			if (marks[this.#values[index] as number] === 1) count += 1;
		}
		const recent = this.#recentOf(list);
		if (recent === undefined) return count;
		for (let index = 0; index < recent.length && count <= most; index += 1) {
			if (marks[recent.at(index)] === 1) count += 1;
		}
		return count;
	}

	count(list: number): number {
		return this.#countBase(list) + (this.#recentOf(list)?.length ?? 0);
	}

	/** All of it in one block. */
	toParts(listCount: number): NumberListsParts {
		const waiting = this.#waiting.view();
		// First how long each list is, then where each begins, and so where its next number goes.
		const offsets = new Int32Array(listCount + 1);
		for (let list = 0; list < listCount; list += 1) {
			offsets[list + 1] = this.#countBase(list) + (this.#recent[list]?.length ?? 0);
		}
		for (let index = 0; index < waiting.length; index += 2) {
			const list = waiting[index] as number;
			offsets[list + 1] = (offsets[list + 1] as number) + 1;
		}
		for (let list = 0; list < listCount; list += 1) {
			offsets[list + 1] = (offsets[list] as number) + (offsets[list + 1] as number);
		}
		const values = new Int32Array(offsets[listCount] as number);
		const next = offsets.slice();
		for (let list = 0; list < listCount; list += 1) {
			const base = this.#values.subarray(this.#offsets[list] ?? 0, this.#offsets[list + 1] ?? 0);
			for (const run of [base, this.#recent[list]?.view() ?? NONE]) {
				values.set(run, next[list] as number);
				next[list] = (next[list] as number) + run.length;
			}
		}
		for (let index = 0; index < waiting.length; index += 2) {
			const list = waiting[index] as number;
			values[next[list] as number] = waiting[index + 1] as number;
			next[list] = (next[list] as number) + 1;
		}
		return { offsets, values };
	}

	#countBase(list: number): number {
		return Math.max(0, (this.#offsets[list + 1] ?? 0) - (this.#offsets[list] ?? 0));
	}

	#recentOf(list: number): GrowingInts | undefined {
		if (this.#waiting.length > 0) this.#shareOut();
		return this.#recent[list];
	}

	#shareOut(): void {
		const waiting = this.#waiting.view();
		for (let index = 0; index < waiting.length; index += 2) {
			const list = waiting[index] as number;
			let recent = this.#recent[list];
			if (recent === undefined) {
				recent = new GrowingInts();
				this.#recent[list] = recent;
			}
			recent.push(waiting[index + 1] as number);
		}
		this.#recentCount += waiting.length / 2;
		this.#waiting = new GrowingInts();
	}
}

const NO_ROWS: NumberListsParts = { offsets: new Int32Array(1), values: new Int32Array() };

/** Rows of numbers; one can be replaced. Recent ones lie in one block too: an array for each would cost more than its content. */
export class NumberRows {
	readonly #base: NumberListsParts;
	readonly #baseCount: number;
	readonly #recent = new GrowingInts();
	/** Where each recent row ends, which is where the next one starts. */
	readonly #ends = new GrowingInts();
	readonly #replaced = new Map<number, Int32Array>();
	#replacedBytes = 0;

	constructor(parts: NumberListsParts = NO_ROWS) {
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
		if (index >= this.#ends.length) return NO_ROWS.values;
		const start = index === 0 ? 0 : this.#ends.at(index - 1);
		return this.#recent.values.subarray(start, this.#ends.at(index));
	}
}
