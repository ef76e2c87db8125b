import { type EncodedWords, isCapitalAt, isJoinedAt, isNumberAt, wordAt } from "./encode-words.ts";

const LONGEST_PHRASE = 6;

/** A run of capitalised words, or a part of one. */
export interface ProperNoun {
	/** Tells phrases apart; 53 bits, so that two different ones do not meet in any workspace. */
	readonly key: number;
	readonly start: number;
	readonly length: number;
}

/** Mixes word numbers into one; the order of the words counts. */
function hashPhrase(words: EncodedWords, start: number, length: number): number {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = start; index < start + length; index += 1) {
		const word = wordAt(words, index);
		high = Math.imul(high ^ word, 2_654_435_761);
		low = Math.imul(low ^ word, 1_597_334_677);
	}
	high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
	low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
	return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** Runs of capitalised words; a number belongs to a run it follows. */
function* findRuns(words: EncodedWords): Generator<{ readonly start: number; readonly end: number }> {
	let start = -1;
	for (let index = 0; index <= words.length; index += 1) {
		const inRun = start >= 0 && isJoinedAt(words, index) && index < words.length;
		if (inRun && (isCapitalAt(words, index) || isNumberAt(words, index))) continue;
		if (start >= 0) yield { start, end: index };
		start = index < words.length && isCapitalAt(words, index) ? index : -1;
	}
}

/** Every proper noun of a text and every part of it, each once. `mayBound` says whether a word may begin or end one. */
export function findProperNouns(
	words: EncodedWords,
	mayBound: (word: number) => boolean,
): readonly ProperNoun[] {
	const found = new Map<number, ProperNoun>();
	for (const run of findRuns(words)) {
		for (let start = run.start; start < run.end; start += 1) {
			if (!mayBound(wordAt(words, start))) continue;
			const end = Math.min(run.end, start + LONGEST_PHRASE);
			for (let last = start; last < end; last += 1) {
				if (!mayBound(wordAt(words, last)) || (last === start && isNumberAt(words, start))) continue;
				const length = last - start + 1;
				const key = hashPhrase(words, start, length);
				if (!found.has(key)) found.set(key, { key, start, length });
			}
		}
	}
	return [...found.values()];
}

/** Which documents hold which proper noun. A new version of a text is a new document, so nothing is ever removed. */
export class NounIndex {
	readonly #documents = new Map<number, number | number[]>();

	add(document: number, nouns: readonly ProperNoun[]): void {
		for (const { key } of nouns) {
			const known = this.#documents.get(key);
			// Most phrases stand in one text only: a list for each would cost ten times the memory.
			if (known === undefined) this.#documents.set(key, document);
			else if (typeof known === "number") this.#documents.set(key, [known, document]);
			else known.push(document);
		}
	}

	documentsOf(key: number): readonly number[] {
		const known = this.#documents.get(key);
		return known === undefined ? [] : typeof known === "number" ? [known] : known;
	}
}
