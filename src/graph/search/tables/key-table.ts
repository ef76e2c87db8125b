import { GrowingInts } from "./growing-ints.ts";

const ABSENT = -1;
const FEWEST_SLOTS = 16;

const SEED = 0x9e3779b9;

function mix(hash: number, part: number): number {
	const mixed = Math.imul(hash ^ part, 0x85ebca6b);
	return mixed ^ (mixed >>> 15);
}

const scramble = (hash: number): number => hash ^ (hash >>> 13);

export interface KeyTableParts {
	readonly keys: Int32Array;
	readonly slots: Int32Array;
}

/** Keys of a fixed width, numbered as they came: three numbers each, not an object, and handed from thread to thread as it is. */
export class KeyTable {
	readonly #width: number;
	readonly #keys: GrowingInts;
	#slots: Int32Array;

	constructor(width: number, parts?: KeyTableParts) {
		this.#width = width;
		this.#keys = GrowingInts.from(parts?.keys);
		this.#slots = parts ? parts.slots.slice() : new Int32Array(FEWEST_SLOTS).fill(ABSENT);
	}

	get size(): number {
		return this.#keys.length / this.#width;
	}

	get byteLength(): number {
		return this.#keys.values.byteLength + this.#slots.byteLength;
	}

	find(key: ArrayLike<number>): number {
		return this.#slots[this.#slotOf(key)] as number;
	}

	/** The same for a key of width two, which names are followed by, word for word. */
	findPair(first: number, second: number): number {
		const slots = this.#slots;
		const keys = this.#keys.values;
		const mask = slots.length - 1;
		for (let slot = scramble(mix(mix(SEED, first), second)) & mask; ; slot = (slot + 1) & mask) {
			const number = slots[slot] as number;
			if (number === ABSENT) return ABSENT;
			if (keys[number * 2] === first && keys[number * 2 + 1] === second) return number;
		}
	}

	intern(key: ArrayLike<number>): number {
		const slot = this.#slotOf(key);
		const known = this.#slots[slot] as number;
		if (known !== ABSENT) return known;
		const number = this.size;
		for (let index = 0; index < this.#width; index += 1) this.#keys.push(key[index] as number);
		this.#slots[slot] = number;
		if (this.size * 2 > this.#slots.length) this.#widen();
		return number;
	}

	keyPart(number: number, index: number): number {
		return this.#keys.at(number * this.#width + index);
	}

	/** By the unsigned parts from left to right. */
	compare(a: number, b: number): number {
		for (let index = 0; index < this.#width; index += 1) {
			const left = this.keyPart(a, index) >>> 0;
			const right = this.keyPart(b, index) >>> 0;
			if (left !== right) return left - right;
		}
		return 0;
	}

	toParts(): KeyTableParts {
		return { keys: this.#keys.view(), slots: this.#slots };
	}

	/** The slot of a key, or the free one for it. */
	#slotOf(key: ArrayLike<number>): number {
		const mask = this.#slots.length - 1;
		let hash = SEED;
		for (let index = 0; index < this.#width; index += 1) hash = mix(hash, key[index] as number);
		let slot = scramble(hash) & mask;
		for (;;) {
			const number = this.#slots[slot] as number;
			if (number === ABSENT || this.#isKey(number, key)) return slot;
			slot = (slot + 1) & mask;
		}
	}

	#isKey(number: number, key: ArrayLike<number>): boolean {
		const start = number * this.#width;
		const keys = this.#keys.values;
		for (let index = 0; index < this.#width; index += 1) {
			if (keys[start + index] !== key[index]) return false;
		}
		return true;
	}

	#widen(): void {
		this.#slots = new Int32Array(this.#slots.length * 2).fill(ABSENT);
		const keys = this.#keys.view();
		for (let number = 0; number < this.size; number += 1) {
			const start = number * this.#width;
			this.#slots[this.#slotOf(keys.subarray(start, start + this.#width))] = number;
		}
	}
}
