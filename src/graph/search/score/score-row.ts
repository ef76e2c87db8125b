/** From one score in so many places on, emptying all places takes less time than emptying those. */
const DENSE = 16;

/** A score for some documents: adding up, scaling and choosing cost as much as matched and not as much as there is. */
export class ScoreRow {
	#values: Float64Array;
	/** Each document is written to the next place, one more than there are: no processor can guess which is new. */
	#documents: Int32Array;
	#count = 0;
	#largest = 0;

	constructor(size: number) {
		this.#values = new Float64Array(size);
		this.#documents = new Int32Array(size + 1);
	}

	/** All scores zero, with room for documents below `size`. */
	clear(size: number): void {
		if (size > this.#values.length) {
			this.#values = new Float64Array(size + size / 8);
			this.#documents = new Int32Array(this.#values.length + 1);
		} else if (this.#count > size / DENSE) this.#values.fill(0);
		else {
			const [values, documents, count] = [this.#values, this.#documents, this.#count];
			for (let index = 0; index < count; index += 1) values[documents[index] as number] = 0;
		}
		this.#count = 0;
		this.#largest = 0;
	}

	/** Scores are positive. */
	add(document: number, score: number): void {
		const before = this.#values[document] as number;
		this.#documents[this.#count] = document;
		this.#count += Number(before === 0);
		const after = before + score;
		this.#values[document] = after;
		if (after > this.#largest) this.#largest = after;
	}

	/** Gives every owner the largest score of what it owns; of what is marked in `lessened`, only a share counts. */
	raiseOwners(
		owned: ScoreRow,
		by: { readonly owners: Int32Array; readonly lessened: Uint8Array; readonly share: number },
	): void {
		const { owners, lessened, share } = by;
		const [values, documents] = [this.#values, this.#documents];
		const [ownedValues, ownedDocuments, ownedCount] = [owned.#values, owned.#documents, owned.#count];
		let [count, largest] = [this.#count, this.#largest];
		for (let index = 0; index < ownedCount; index += 1) {
			const one = ownedDocuments[index] as number;
			const full = ownedValues[one] as number;
			const score = lessened[one] === 1 ? full * share : full;
			const owner = owners[one] as number;
			const before = values[owner] as number;
			if (score <= before) continue;
			documents[count] = owner;
			count += Number(before === 0);
			values[owner] = score;
			if (score > largest) largest = score;
		}
		this.#count = count;
		this.#largest = largest;
	}

	at(document: number): number {
		return this.#values[document] as number;
	}

	/** Called for tens of thousands: a new number object for each score would fill the memory. */
	has(document: number): boolean {
		return (this.#values[document] as number) > 0;
	}

	get documents(): Int32Array {
		return this.#documents.subarray(0, this.#count);
	}

	keep(isKept: (document: number) => boolean): void {
		let kept = 0;
		for (let index = 0; index < this.#count; index += 1) {
			const document = this.#documents[index] as number;
			if (isKept(document)) {
				this.#documents[kept] = document;
				kept += 1;
			} else this.#values[document] = 0;
		}
		this.#count = kept;
		this.#largest = this.#findLargest();
	}

	get largest(): number {
		return this.#largest;
	}

	/** Lays the best onto `share`. */
	scale(share: number): void {
		const factor = share / (this.#largest || 1);
		if (factor === 1) return;
		const [values, documents, count] = [this.#values, this.#documents, this.#count];
		for (let index = 0; index < count; index += 1) {
			const document = documents[index] as number;
			values[document] = (values[document] as number) * factor;
		}
		this.#largest *= factor;
	}

	addRow(other: ScoreRow): void {
		this.addScaled(other, other.#largest);
	}

	/** Adds another row, scaled so that its best score becomes `share`. A row without any score adds nothing. */
	addScaled(other: ScoreRow, share: number): void {
		const largest = other.#largest;
		if (largest === 0 || share === 0) return;
		const [values, documents, count] = [other.#values, other.#documents, other.#count];
		const factor = share / largest;
		for (let index = 0; index < count; index += 1) {
			const document = documents[index] as number;
			this.add(document, (values[document] as number) * factor);
		}
	}

	#findLargest(): number {
		let largest = 0;
		for (let index = 0; index < this.#count; index += 1) {
			largest = Math.max(largest, this.#values[this.#documents[index] as number] as number);
		}
		return largest;
	}
}

/** Rows that one search after the other uses: new ones for each would be most of what a search allocates. */
export class ScoreRows {
	readonly #rows: ScoreRow[] = [];
	#taken = 0;

	/** Takes all rows back. What an earlier search was given must not be read any more. */
	begin(): void {
		this.#taken = 0;
	}

	take(size: number): ScoreRow {
		let row = this.#rows[this.#taken];
		if (row === undefined) {
			row = new ScoreRow(size);
			this.#rows.push(row);
		}
		this.#taken += 1;
		row.clear(size);
		return row;
	}
}

type Compare = (a: number, b: number) => number;

/** The documents with the highest scores, best first; of equal ones the first by `compare`. */
export function chooseBest(
	scores: ScoreRow,
	most: number,
	compare: Compare,
	isKept: (document: number) => boolean = () => true,
): readonly number[] {
	const { documents } = scores;
	const isBefore = (a: number, b: number): boolean => {
		const difference = scores.at(a) - scores.at(b);
		return difference > 0 || (difference === 0 && compare(a, b) < 0);
	};
	const byScore = (a: number, b: number): number => (isBefore(a, b) ? -1 : 1);
	if (most >= documents.length) return [...documents].filter(isKept).sort(byScore);
	// The worst of the chosen comes first, so that most documents cost one comparison.
	const heap: number[] = [];
	let least = 0;
	for (let index = 0; index < documents.length; index += 1) {
		const document = documents[index] as number;
		if (scores.at(document) < least) continue;
		if (heap.length < most) {
			if (!isKept(document)) continue;
			heap.push(document);
			siftUp(heap, isBefore);
		} else if (isBefore(document, heap[0] as number) && isKept(document)) {
			heap[0] = document;
			siftDown(heap, isBefore);
		}
		if (heap.length === most) least = scores.at(heap[0] as number);
	}
	return heap.sort(byScore);
}

/** Which place each of some documents has in a whole row of scores; none for those without a score. */
export function rankWithin(
	chosen: readonly number[],
	scores: ScoreRow,
	compare: Compare,
): ReadonlyMap<number, number> {
	const order = (a: number, b: number): number => scores.at(b) - scores.at(a) || compare(a, b);
	const ranked = chosen.filter((document) => scores.at(document) > 0).sort(order);
	if (ranked.length === 0) return new Map();
	const reached = Float64Array.from(ranked, (document) => scores.at(document));
	const least = reached[ranked.length - 1] as number;
	const { documents } = scores;
	// How many documents come before each of the ranked and after the one ahead of it.
	const ahead = new Int32Array(ranked.length + 1);
	for (let index = 0; index < documents.length; index += 1) {
		const document = documents[index] as number;
		const score = scores.at(document);
		if (score < least) continue;
		let low = 0;
		let high = ranked.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const other = reached[middle] as number;
			const isBefore = score > other || (score === other && compare(document, ranked[middle] as number) < 0);
			if (isBefore) high = middle;
			else low = middle + 1;
		}
		ahead[low] = (ahead[low] as number) + 1;
	}
	let rank = 1;
	return new Map(
		ranked.map((document, index) => {
			rank += ahead[index] as number;
			return [document, rank];
		}),
	);
}

function siftUp(heap: number[], isBefore: (a: number, b: number) => boolean): void {
	let at = heap.length - 1;
	while (at > 0) {
		const parent = (at - 1) >> 1;
		if (!isBefore(heap[parent] as number, heap[at] as number)) return;
		[heap[parent], heap[at]] = [heap[at] as number, heap[parent] as number];
		at = parent;
	}
}

function siftDown(heap: number[], isBefore: (a: number, b: number) => boolean): void {
	let at = 0;
	for (;;) {
		let worst = at;
		for (const child of [2 * at + 1, 2 * at + 2]) {
			if (child < heap.length && isBefore(heap[worst] as number, heap[child] as number)) worst = child;
		}
		if (worst === at) return;
		[heap[worst], heap[at]] = [heap[at] as number, heap[worst] as number];
		at = worst;
	}
}
