import { isStopWord } from "../analyse-text.ts";
import { type EncodedWords, encodeWords, type WordTable, wordAt } from "./encode-words.ts";

/** A name and everything that bears it. */
export interface TitleEntry {
	readonly words: readonly number[];
	readonly bearers: Set<number>;
}

const PARENTHESES = /\s*\([^)]*\)\s*/g;
const SHORTEST_WORD = 4;
const PAIR = 2 ** 26;

/**
 * Names by their first words. It holds the names of everything there is; whoever looks a text up says which bearers
 * count, so that a name hidden from a reader neither matches nor stands in the way of a shorter one.
 */
export class TitleIndex {
	readonly #table: WordTable;
	readonly #byStart = new Map<number, TitleEntry[]>();
	readonly #byBearer = new Map<number, readonly TitleEntry[]>();

	constructor(table: WordTable) {
		this.#table = table;
	}

	put(bearer: number, names: readonly string[]): void {
		const entries = new Set(names.flatMap((name) => this.#entryFor(name) ?? []));
		for (const entry of entries) entry.bearers.add(bearer);
		if (entries.size > 0) this.#byBearer.set(bearer, [...entries]);
	}

	remove(bearer: number): void {
		for (const entry of this.#byBearer.get(bearer) ?? []) {
			entry.bearers.delete(bearer);
			if (entry.bearers.size > 0) continue;
			const start = startOf(entry.words);
			const left = this.#byStart.get(start)?.filter((other) => other !== entry) ?? [];
			if (left.length > 0) this.#byStart.set(start, left);
			else this.#byStart.delete(start);
		}
		this.#byBearer.delete(bearer);
	}

	namesOf(bearer: number): readonly TitleEntry[] {
		return this.#byBearer.get(bearer) ?? [];
	}

	/** The longest counting name that stands at this place of a text. */
	longestAt(
		words: EncodedWords,
		position: number,
		counts: (entry: TitleEntry) => boolean,
	): TitleEntry | undefined {
		const first = wordAt(words, position);
		const pair = first * PAIR + wordAt(words, position + 1) + 1;
		const longer = this.#byStart
			.get(pair)
			?.find((entry) => standsAt(entry, words, position) && counts(entry));
		return longer ?? this.#byStart.get(first * PAIR)?.find(counts);
	}

	#entryFor(name: string): TitleEntry | undefined {
		const shown = name.replace(PARENTHESES, " ");
		const words = [...encodeWords(shown, (word) => this.#table.intern(word))].map((word) => word >> 3);
		const texts = words.map((word) => this.#table.word(word));
		const tellsNothing = texts.every((text) => isStopWord(text));
		if (tellsNothing || (texts.length === 1 && (texts[0] ?? "").length < SHORTEST_WORD)) return undefined;
		const start = startOf(words);
		const known = this.#byStart.get(start) ?? [];
		const same = known.find((entry) => entry.words.join() === words.join());
		if (same) return same;
		const entry = { words, bearers: new Set<number>() };
		this.#byStart.set(
			start,
			[...known, entry].sort((a, b) => b.words.length - a.words.length),
		);
		return entry;
	}
}

/** One-word names are kept apart from longer ones, or a name beginning with a frequent word would make every text slow. */
const startOf = (words: readonly number[]): number =>
	(words[0] ?? 0) * PAIR + (words.length > 1 ? (words[1] ?? 0) + 1 : 0);

function standsAt(entry: TitleEntry, words: EncodedWords, position: number): boolean {
	for (let index = 2; index < entry.words.length; index += 1) {
		if (wordAt(words, position + index) !== entry.words[index]) return false;
	}
	return true;
}

/** The names a text mentions, each once: from left to right, the longest at every place. */
export function findMentions(
	titles: TitleIndex,
	words: EncodedWords,
	counts: (entry: TitleEntry) => boolean,
): readonly TitleEntry[] {
	const found = new Set<TitleEntry>();
	for (let position = 0; position < words.length; ) {
		const entry = titles.longestAt(words, position, counts);
		if (entry) found.add(entry);
		position += entry?.words.length ?? 1;
	}
	return [...found];
}
