import { newId } from "./ids.ts";
import type { BlockKind } from "./split-blocks.ts";

/** What is known of a block from before an edit. */
export interface KnownBlock {
	readonly id: string;
	readonly kind: BlockKind;
	readonly hash: string;
	readonly text: string;
}

interface Fresh {
	readonly kind: BlockKind;
	readonly hash: string;
	readonly text: string;
}

/** Two texts that share fewer of their words than this are two texts, not one that was edited. */
const SIMILAR_ENOUGH = 0.4;
/** How many old blocks an edited one is compared with; a text rewritten as a whole would otherwise be compared pair by pair. */
const MOST_COMPARED = 40;

function similarity(a: string, b: string): number {
	const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
	const [left, right] = [words(a), words(b)];
	if (left.size === 0 && right.size === 0) return 1;
	const shared = [...left].filter((word) => right.has(word)).length;
	return (2 * shared) / (left.size + right.size);
}

/** For each fresh block, the place of the known one with the same hash, in rising order; the longest such run from the front. */
function alignByHash(known: readonly KnownBlock[], fresh: readonly Fresh[]): (number | undefined)[] {
	const places = new Map<string, number[]>();
	for (const [place, block] of known.entries())
		places.set(block.hash, [...(places.get(block.hash) ?? []), place]);
	const aligned: (number | undefined)[] = fresh.map(() => undefined);
	let from = 0;
	let to = known.length;
	// The unchanged ends first: an edit in the middle must not let an equal line elsewhere take another's id.
	let head = 0;
	while (head < fresh.length && head < known.length && fresh[head]?.hash === known[head]?.hash) {
		aligned[head] = head;
		head += 1;
	}
	from = head;
	let tail = fresh.length - 1;
	while (tail >= head && to > from && fresh[tail]?.hash === known[to - 1]?.hash) {
		to -= 1;
		aligned[tail] = to;
		tail -= 1;
	}
	for (let index = head; index <= tail; index += 1) {
		const place = places
			.get(fresh[index]?.hash ?? "")
			?.find((candidate) => candidate >= from && candidate < to);
		if (place === undefined) continue;
		aligned[index] = place;
		from = place + 1;
	}
	return aligned;
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
	const taken = new Set(aligned.filter((place) => place !== undefined));
	const leftover = known.map((block, place) => ({ block, place })).filter(({ place }) => !taken.has(place));

	for (const [index, block] of fresh.entries()) {
		if (aligned[index] !== undefined) continue;
		const moved = leftover.find((old) => !taken.has(old.place) && old.block.hash === block.hash);
		if (moved) {
			aligned[index] = moved.place;
			taken.add(moved.place);
		}
	}
	for (const [index, block] of fresh.entries()) {
		if (aligned[index] !== undefined) continue;
		const before = aligned.slice(0, index).findLast((place) => place !== undefined) ?? -1;
		const after =
			aligned.slice(index + 1).find((place) => place !== undefined && place > before) ?? known.length;
		const near = leftover
			.filter(
				(old) =>
					!taken.has(old.place) && old.place > before && old.place < after && old.block.kind === block.kind,
			)
			.slice(0, MOST_COMPARED)
			.map((old) => ({ ...old, likeness: similarity(old.block.text, block.text) }))
			.filter((old) => old.likeness >= SIMILAR_ENOUGH)
			.sort((a, b) => b.likeness - a.likeness || a.place - b.place);
		const [best] = near;
		if (best) {
			aligned[index] = best.place;
			taken.add(best.place);
		}
	}
	const waiting = [...retired];
	return aligned.map((place, index) => {
		if (place !== undefined) return (known[place] as KnownBlock).id;
		const back = waiting.findIndex((block) => block.hash === fresh[index]?.hash);
		return back === -1 ? newId() : (waiting.splice(back, 1)[0] as KnownBlock).id;
	});
}
