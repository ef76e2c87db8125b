import { addTo } from "./group-by.ts";
import { newId } from "./ids.ts";
import type { BlockKind } from "./split-blocks.ts";

/** A block as it was before an edit. */
export interface KnownBlock {
	readonly id: string;
	readonly kind: BlockKind;
	readonly hash: string;
	readonly text: string;
}

type Fresh = Omit<KnownBlock, "id">;

/** Two texts that share fewer of their words than this are two texts, not one that was edited. */
const SIMILAR_ENOUGH = 0.4;
/** How many old blocks an edited one is compared with; a text rewritten as a whole would otherwise be compared pair by pair. */
const MOST_COMPARED = 40;
/** How much of a block is compared. One paragraph may be as long as a book. */
const LONGEST_COMPARED = 4_000;

const wordsOf = ({ text }: Fresh): ReadonlySet<string> =>
	new Set(
		text
			.slice(0, LONGEST_COMPARED)
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [],
	);

function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
	if (left.size === 0 && right.size === 0) return 1;
	let shared = 0;
	for (const word of left) if (right.has(word)) shared += 1;
	return (2 * shared) / (left.size + right.size);
}

/** Equal blocks in their order. Each is given away once; a text of 20,000 equal lines is looked through once, not per line. */
class Queues<Item> {
	readonly #items = new Map<string, Item[]>();
	readonly #next = new Map<string, number>();

	add(key: string, item: Item): void {
		addTo(this.#items, key, item);
	}

	/** The first that is left and fits; those before it are given up. */
	take(key: string, fits: (item: Item) => boolean = () => true): Item | undefined {
		const items = this.#items.get(key) ?? [];
		let at = this.#next.get(key) ?? 0;
		while (at < items.length && !fits(items[at] as Item)) at += 1;
		this.#next.set(key, at + 1);
		return items[at];
	}
}

/** For each fresh block, the place of the known one with the same hash, in rising order; the longest such run from the front. */
function alignByHash(known: readonly KnownBlock[], fresh: readonly Fresh[]): (number | undefined)[] {
	const aligned: (number | undefined)[] = fresh.map(() => undefined);
	let to = known.length;
	// The unchanged ends first: an edit in the middle must not let an equal line elsewhere take another's id.
	let head = 0;
	while (head < fresh.length && head < known.length && fresh[head]?.hash === known[head]?.hash) {
		aligned[head] = head;
		head += 1;
	}
	let tail = fresh.length - 1;
	while (tail >= head && to > head && fresh[tail]?.hash === known[to - 1]?.hash) {
		to -= 1;
		aligned[tail] = to;
		tail -= 1;
	}
	const places = new Queues<number>();
	for (let place = head; place < to; place += 1) places.add((known[place] as KnownBlock).hash, place);
	let from = head;
	for (let index = head; index <= tail; index += 1) {
		const place = places.take(fresh[index]?.hash ?? "", (candidate) => candidate >= from);
		if (place === undefined) continue;
		aligned[index] = place;
		from = place + 1;
	}
	return aligned;
}

/** The known blocks of one kind that nothing took yet, by place. */
class FreePlaces {
	readonly #places: number[] = [];
	/** Where to go on from a place that was taken: chains are shortened, so that going on stays cheap. */
	readonly #skip: number[] = [];

	/** In rising order. */
	add(place: number): void {
		this.#places.push(place);
		this.#skip.push(this.#skip.length);
	}

	/** Up to so many that lie between two places. */
	between(before: number, after: number, most: number): readonly number[] {
		const found: number[] = [];
		let at = this.#free(this.#firstAfter(before));
		while (at < this.#places.length && found.length < most && (this.#places[at] as number) < after) {
			found.push(this.#places[at] as number);
			at = this.#free(at + 1);
		}
		return found;
	}

	take(place: number): void {
		this.#skip[this.#firstAfter(place - 1)] = this.#firstAfter(place - 1) + 1;
	}

	#firstAfter(place: number): number {
		let [low, high] = [0, this.#places.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#places[middle] as number) > place) high = middle;
			else low = middle + 1;
		}
		return low;
	}

	#free(start: number): number {
		let end = start;
		while (end < this.#skip.length && this.#skip[end] !== end) end = this.#skip[end] as number;
		for (let at = start; at < end; ) {
			const next = this.#skip[at] as number;
			this.#skip[at] = end;
			at = next;
		}
		return end;
	}
}

/** Gives every block that is left the most similar one of its kind between the places of its neighbours. */
function alignEdited(
	known: readonly KnownBlock[],
	fresh: readonly Fresh[],
	aligned: (number | undefined)[],
): void {
	const taken = new Set(aligned);
	const free = new Map<BlockKind, FreePlaces>();
	for (const [place, { kind }] of known.entries()) {
		if (taken.has(place)) continue;
		const places = free.get(kind) ?? new FreePlaces();
		free.set(kind, places);
		places.add(place);
	}
	const knownWords = new Map<number, ReadonlySet<string>>();
	const wordsAt = (place: number): ReadonlySet<string> => {
		const words = knownWords.get(place) ?? wordsOf(known[place] as KnownBlock);
		knownWords.set(place, words);
		return words;
	};
	const settled = [...aligned.keys()].filter((index) => aligned[index] !== undefined);
	let before = -1;
	let next = 0;
	for (const [index, block] of fresh.entries()) {
		const place = aligned[index];
		if (place !== undefined) {
			before = place;
			next += 1;
			continue;
		}
		const after = settled
			.slice(next, next + MOST_COMPARED)
			.map((later) => aligned[later] as number)
			.find((later) => later > before);
		const near = free.get(block.kind)?.between(before, after ?? known.length, MOST_COMPARED) ?? [];
		if (near.length === 0) continue;
		const words = wordsOf(block);
		const [best] = near
			.map((candidate) => ({ candidate, likeness: similarity(wordsAt(candidate), words) }))
			.filter(({ likeness }) => likeness >= SIMILAR_ENOUGH)
			.sort((a, b) => b.likeness - a.likeness || a.candidate - b.candidate);
		if (best === undefined) continue;
		aligned[index] = best.candidate;
		free.get(block.kind)?.take(best.candidate);
		before = best.candidate;
	}
}

/**
 * Gives every block of an edited text its id: blocks that stayed keep theirs, a moved one keeps its own, an edited one
 * takes that of its most similar predecessor between the same neighbours, one that was cut out earlier (`retired`) gets
 * its own back, and only what is new gets a new one.
 */
export function matchBlocks(
	known: readonly KnownBlock[],
	fresh: readonly Fresh[],
	retired: readonly Pick<KnownBlock, "id" | "hash">[] = [],
): readonly string[] {
	if (known.length + retired.length === 0) return fresh.map(newId);
	const aligned = alignByHash(known, fresh);
	const stayed = new Set(aligned);
	const moved = new Queues<number>();
	for (const [place, { hash }] of known.entries()) if (!stayed.has(place)) moved.add(hash, place);
	for (const [index, { hash }] of fresh.entries()) aligned[index] ??= moved.take(hash);
	alignEdited(known, fresh, aligned);
	const waiting = new Queues<string>();
	for (const { hash, id } of retired) waiting.add(hash, id);
	return aligned.map((place, index) => {
		if (place !== undefined) return (known[place] as KnownBlock).id;
		return waiting.take(fresh[index]?.hash ?? "") ?? newId();
	});
}
