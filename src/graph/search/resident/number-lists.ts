import { GrowingInts } from "./growing-ints.ts";

export interface NumberListsParts {
	readonly offsets: Int32Array;
	readonly values: Int32Array;
}

const NONE = new Int32Array();

/**
 * Many lists of numbers to which anything may be added and from which nothing is taken: what is stale is passed over by
 * whoever reads. What was there when the graph was built lies in one block; what came since, in lists of its own.
 */
export class NumberLists {
	readonly #offsets: Int32Array;
	readonly #values: Int32Array;
	readonly #recent: (GrowingInts | undefined)[] = [];
	#recentCount = 0;

	constructor({ offsets, values }: NumberListsParts = { offsets: NONE, values: NONE }) {
		this.#offsets = offsets;
		this.#values = values;
	}

	get byteLength(): number {
		return this.#offsets.byteLength + this.#values.byteLength + this.#recentCount * 16;
	}

	push(list: number, value: number): void {
		let recent = this.#recent[list];
		if (recent === undefined) {
			recent = new GrowingInts();
			this.#recent[list] = recent;
		}
		recent.push(value);
		this.#recentCount += 1;
	}

	/** In the order the numbers came, in at most two runs. */
	runs(list: number): readonly Int32Array[] {
		const start = this.#offsets[list];
		const end = this.#offsets[list + 1];
		const recent = this.#recent[list];
		const runs: Int32Array[] = [];
		if (start !== undefined && end !== undefined && end > start) runs.push(this.#values.subarray(start, end));
		if (recent) runs.push(recent.view());
		return runs;
	}

	/** Visits the numbers of a list until told to stop. */
	some(list: number, visit: (value: number) => boolean): boolean {
		const end = this.#offsets[list + 1] ?? 0;
		for (let index = this.#offsets[list] ?? 0; index < end; index += 1) {
			if (visit(this.#values[index] as number)) return true;
		}
		const recent = this.#recent[list];
		if (recent === undefined) return false;
		for (let index = 0; index < recent.length; index += 1) if (visit(recent.at(index))) return true;
		return false;
	}

	count(list: number): number {
		const base = (this.#offsets[list + 1] ?? 0) - (this.#offsets[list] ?? 0);
		return Math.max(0, base) + (this.#recent[list]?.length ?? 0);
	}

	/** All of it in one block. */
	toParts(listCount: number): NumberListsParts {
		const offsets = new Int32Array(listCount + 1);
		for (let list = 0; list < listCount; list += 1) {
			offsets[list + 1] = (offsets[list] as number) + this.count(list);
		}
		const values = new Int32Array(offsets[listCount] as number);
		for (let list = 0; list < listCount; list += 1) {
			let at = offsets[list] as number;
			for (const run of this.runs(list)) {
				values.set(run, at);
				at += run.length;
			}
		}
		return { offsets, values };
	}
}
