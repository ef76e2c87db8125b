/** Remembers a number for each text, until the texts together have too many characters; the oldest then go. */
export class BoundedMemo {
	readonly #work: (text: string) => number;
	readonly #most: number;
	readonly #known = new Map<string, number>();
	#characters = 0;

	constructor(work: (text: string) => number, most: number) {
		this.#work = work;
		this.#most = most;
	}

	get(text: string): number {
		const known = this.#known.get(text);
		if (known !== undefined) return known;
		const result = this.#work(text);
		if (text.length > this.#most) return result;
		this.#known.set(text, result);
		this.#characters += text.length;
		for (const oldest of this.#known.keys()) {
			if (this.#characters <= this.#most) break;
			this.#known.delete(oldest);
			this.#characters -= oldest.length;
		}
		return result;
	}
}
