/** A word that was cut from a long text keeps all of it in memory; a copy does not. */
const copyOf = (text: string): string => ` ${text}`.slice(1);

/**
 * Remembers a number for each text, within so many characters. Texts live in two halves: when the young one is full it
 * becomes the old one, and what nobody asked for since is dropped with the former old one. Dropping texts one by one
 * would leave holes at the front of a map, which every look for the oldest walks through again.
 */
export class BoundedMemo {
	readonly #work: (text: string) => number;
	readonly #most: number;
	#young = new Map<string, number>();
	#old = new Map<string, number>();
	#characters = 0;

	constructor(work: (text: string) => number, most: number) {
		this.#work = work;
		this.#most = most / 2;
	}

	get(text: string): number {
		const known = this.#young.get(text);
		if (known !== undefined) return known;
		const result = this.#old.get(text) ?? this.#work(text);
		this.set(text, result);
		return result;
	}

	has(text: string): boolean {
		return this.#young.has(text) || this.#old.has(text);
	}

	/** Keeps a number that was found elsewhere. */
	set(text: string, result: number): void {
		if (text.length > this.#most) return;
		if (this.#characters + text.length > this.#most) {
			this.#old = this.#young;
			this.#young = new Map();
			this.#characters = 0;
		}
		this.#young.set(copyOf(text), result);
		this.#characters += text.length;
	}
}
