export interface TextRowsParts {
	/** Where each text begins in `bytes`, and where the last one ends. */
	readonly offsets: Float64Array;
	readonly bytes: Uint8Array;
}

const FIRST_CAPACITY = 1_024;
/** UTF-8 takes no more for a unit of a text. */
const BYTES_PER_UNIT = 3;

/** Texts by number. They stay bytes until somebody asks for one: a hundred thousand strings would be a burden to the collector. */
export class TextRows {
	readonly #offsets: Float64Array;
	readonly #bytes: Buffer;
	readonly #baseCount: number;
	#recent = Buffer.alloc(0);
	/** Where each recent text ends, which is where the next one starts. */
	readonly #ends: number[] = [];

	constructor({ offsets, bytes }: TextRowsParts = { offsets: new Float64Array(1), bytes: new Uint8Array() }) {
		this.#offsets = offsets;
		this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#baseCount = offsets.length - 1;
	}

	get size(): number {
		return this.#baseCount + this.#ends.length;
	}

	get byteLength(): number {
		return (
			this.#offsets.byteLength + this.#bytes.byteLength + this.#recent.byteLength + this.#ends.length * 8
		);
	}

	add(text: string): number {
		const start = this.#ends.at(-1) ?? 0;
		const most = start + text.length * BYTES_PER_UNIT;
		if (most > this.#recent.length) this.#widen(most);
		this.#ends.push(start + this.#recent.write(text, start));
		return this.size - 1;
	}

	text(number: number): string {
		if (number < this.#baseCount) {
			return this.#bytes.toString("utf8", this.#offsets[number], this.#offsets[number + 1]);
		}
		const recent = number - this.#baseCount;
		return this.#recent.toString("utf8", this.#ends[recent - 1] ?? 0, this.#ends[recent]);
	}

	toParts(): TextRowsParts {
		const baseLength = this.#offsets[this.#baseCount] as number;
		const offsets = new Float64Array(this.size + 1);
		offsets.set(this.#offsets);
		for (const [index, end] of this.#ends.entries()) offsets[this.#baseCount + index + 1] = baseLength + end;
		const bytes = Buffer.allocUnsafe(offsets[this.size] as number);
		this.#bytes.copy(bytes, 0, 0, baseLength);
		this.#recent.copy(bytes, baseLength, 0, this.#ends.at(-1) ?? 0);
		return { offsets, bytes };
	}

	#widen(least: number): void {
		const wider = Buffer.allocUnsafe(Math.max(FIRST_CAPACITY, least, this.#recent.length * 2));
		this.#recent.copy(wider);
		this.#recent = wider;
	}
}
