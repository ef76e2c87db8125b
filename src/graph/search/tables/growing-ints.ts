const FIRST_CAPACITY = 4;

/** A growing list of 32-bit numbers; plain arrays of this length cost many times the memory. */
export class GrowingInts {
	#values: Int32Array;
	length: number;

	/** Starts with what it is given and leaves that untouched: the first number to be added makes a copy. */
	constructor(values: Int32Array = new Int32Array(FIRST_CAPACITY), length = 0) {
		this.#values = values;
		this.length = length;
	}

	/** A list with a copy of these values, if there are any. */
	static from(values: Int32Array = new Int32Array()): GrowingInts {
		const copy = new Int32Array(Math.max(FIRST_CAPACITY, Math.ceil(values.length * 1.1)));
		copy.set(values);
		return new GrowingInts(copy, values.length);
	}

	/** The stored numbers, and room beyond `length`. The next growth replaces the array, so do not keep it. */
	get values(): Int32Array {
		return this.#values;
	}

	push(value: number): number {
		if (this.length === this.#values.length) this.#widen(this.length + 1);
		this.#values[this.length] = value;
		this.length += 1;
		return this.length - 1;
	}

	/** Adds two numbers, for lists of pairs: a graph that is being built adds millions of them. */
	pushPair(first: number, second: number): void {
		if (this.length + 2 > this.#values.length) this.#widen(this.length + 2);
		this.#values[this.length] = first;
		this.#values[this.length + 1] = second;
		this.length += 2;
	}

	append(values: ArrayLike<number>): void {
		const length = this.length + values.length;
		if (length > this.#values.length) this.#widen(length);
		this.#values.set(values, this.length);
		this.length = length;
	}

	at(index: number): number {
		return this.#values[index] as number;
	}

	set(index: number, value: number): void {
		this.#values[index] = value;
	}

	/** Forgets the numbers and keeps the room. */
	clear(): void {
		this.length = 0;
	}

	view(): Int32Array {
		return this.#values.subarray(0, this.length);
	}

	#widen(least: number): void {
		const wider = new Int32Array(Math.max(FIRST_CAPACITY, least, this.length * 2));
		wider.set(this.#values);
		this.#values = wider;
	}
}

/** Columns of numbers by their names, each with a copy of its part, if there is one. */
export const openColumns = <Name extends string>(
	names: readonly Name[],
	parts?: Readonly<Record<Name, Int32Array>>,
): Readonly<Record<Name, GrowingInts>> =>
	Object.fromEntries(names.map((name) => [name, GrowingInts.from(parts?.[name])])) as Record<
		Name,
		GrowingInts
	>;

/** The parts that `openColumns` takes. */
export const viewColumns = <Name extends string>(
	columns: Readonly<Record<Name, GrowingInts>>,
): Readonly<Record<Name, Int32Array>> =>
	Object.fromEntries(
		Object.entries<GrowingInts>(columns).map(([name, column]) => [name, column.view()]),
	) as Record<Name, Int32Array>;
