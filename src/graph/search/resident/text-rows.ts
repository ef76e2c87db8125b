export interface TextRowsParts {
	/** Where each text begins in `bytes`, and where the last one ends. */
	readonly offsets: Float64Array;
	readonly bytes: Uint8Array;
}

/** Texts by number. Those that were there when the graph was built stay bytes until somebody asks for one. */
export class TextRows {
	readonly #offsets: Float64Array;
	readonly #bytes: Buffer;
	readonly #baseCount: number;
	readonly #recent: string[] = [];
	#recentBytes = 0;

	constructor({ offsets, bytes }: TextRowsParts = { offsets: new Float64Array(1), bytes: new Uint8Array() }) {
		this.#offsets = offsets;
		this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#baseCount = offsets.length - 1;
	}

	get size(): number {
		return this.#baseCount + this.#recent.length;
	}

	get byteLength(): number {
		return this.#offsets.byteLength + this.#bytes.byteLength + this.#recentBytes;
	}

	add(text: string): number {
		this.#recent.push(text);
		this.#recentBytes += text.length * 2;
		return this.size - 1;
	}

	text(number: number): string {
		if (number >= this.#baseCount) return this.#recent[number - this.#baseCount] ?? "";
		return this.#bytes.toString("utf8", this.#offsets[number], this.#offsets[number + 1]);
	}

	toParts(): TextRowsParts {
		const offsets = new Float64Array(this.size + 1);
		offsets.set(this.#offsets);
		for (let number = this.#baseCount; number < this.size; number += 1) {
			offsets[number + 1] = (offsets[number] as number) + Buffer.byteLength(this.text(number));
		}
		const bytes = Buffer.allocUnsafe(offsets[this.size] as number);
		this.#bytes.copy(bytes);
		for (let number = this.#baseCount; number < this.size; number += 1) {
			bytes.write(this.text(number), offsets[number] as number);
		}
		return { offsets, bytes };
	}
}
