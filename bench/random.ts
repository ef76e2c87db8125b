/** Numbers that look random and are the same for the same seed, on every machine. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** From 0 up to but not including 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<Value>(values: readonly Value[]): Value {
		return values[this.below(values.length)] as Value;
	}

	/** Spread around 0 as measurements are around their mean. */
	normal(): number {
		return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
	}
	/** Mostly small, sometimes large: how lengths of texts and numbers of links are spread. */
	logNormal(median: number, spread: number): number {
		return median * Math.exp(spread * this.normal());
	}
}
