import type { ScoreRow } from "./score-row.ts";

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
