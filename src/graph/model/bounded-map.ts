interface Entry<Value> {
	readonly value: Value;
	readonly size: number;
}

/**
 * Remembers what it is given, up to so much. Entries live in two halves: when the young one is full it becomes the old
 * one, and what nobody asked for since is let go with the former old one. Letting go one by one would leave holes at the
 * front of a map, which every look for the oldest walks through again.
 */
export class BoundedMap<Value> {
	readonly #most: number;
	#young = new Map<string, Entry<Value>>();
	#old = new Map<string, Entry<Value>>();
	#size = 0;

	constructor(mostSize: number) {
		this.#most = mostSize / 2;
	}

	get(key: string): Value | undefined {
		const young = this.#young.get(key);
		if (young) return young.value;
		const old = this.#old.get(key);
		if (old) this.#put(key, old);
		return old?.value;
	}

	/** What is larger than half of all room is not kept. */
	set(key: string, value: Value, size: number): void {
		this.#put(key, { value, size });
	}

	#put(key: string, entry: Entry<Value>): void {
		if (entry.size > this.#most) return;
		if (this.#size + entry.size > this.#most) {
			this.#old = this.#young;
			this.#young = new Map();
			this.#size = 0;
		}
		this.#size += entry.size - (this.#young.get(key)?.size ?? 0);
		this.#young.set(key, entry);
	}
}
