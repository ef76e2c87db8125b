import type { KeyTable } from "../tables/key-table.ts";

const FEWEST_BITS = 2 ** 10;
const BITS_PER_STEP = 12;

/**
 * Tells at one look of nearly every step that there is none. The table of steps of a large workspace is larger than what
 * a processor keeps at hand, and a text is asked about at every word; these bits are a twentieth of it.
 */
export class StepFilter {
	readonly #steps: KeyTable;
	#bits = new Uint8Array(FEWEST_BITS / 8);
	#size = 0;

	constructor(steps: KeyTable) {
		this.#steps = steps;
		this.follow();
	}

	/** Takes in the steps that have come since the last time. */
	follow(): void {
		if (this.#steps.size * BITS_PER_STEP > this.#bits.length * 8) {
			let bits = this.#bits.length * 8;
			while (bits < this.#steps.size * BITS_PER_STEP * 2) bits *= 2;
			this.#bits = new Uint8Array(bits / 8);
			this.#size = 0;
		}
		for (; this.#size < this.#steps.size; this.#size += 1) {
			const bit = this.#bitOf(this.#steps.keyPart(this.#size, 0), this.#steps.keyPart(this.#size, 1));
			this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] as number) | (1 << (bit & 7));
		}
	}

	mayLead(place: number, word: number): boolean {
		const bit = this.#bitOf(place, word);
		return ((this.#bits[bit >>> 3] as number) & (1 << (bit & 7))) !== 0;
	}

	#bitOf(place: number, word: number): number {
		const mixed = Math.imul(Math.imul(place, 0x9e3779b1) ^ word, 0x85ebca6b);
		return (mixed ^ (mixed >>> 15)) & (this.#bits.length * 8 - 1);
	}
}
