import { isStopWord } from "../analyse-text.ts";
import { type EncodedWords, encodeWords, type WordTable, wordAt } from "./encode-words.ts";

/** A name and everything that bears it. */
export interface TitleEntry {
	readonly words: readonly number[];
	readonly bearers: Set<number>;
}

/** A name at a place of a text. */
export interface TitleMatch {
	readonly position: number;
	readonly entry: TitleEntry;
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
	/** Names in the order they came and went: what was found in a text before holds but for these. */
	readonly changes: TitleEntry[] = [];

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
			this.changes.push(entry);
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

	/** Every name that stands in a text, overlapping ones too, by place and then the longest first. */
	matchesIn(words: EncodedWords): readonly TitleMatch[] {
		const matches: TitleMatch[] = [];
		for (let position = 0; position < words.length; position += 1) {
			const first = wordAt(words, position) * PAIR;
			if (first < 0) continue;
			const longer = this.#byStart.get(first + wordAt(words, position + 1) + 1) ?? [];
			const found = longer.filter((entry) => standsAt(entry, words, position));
			for (const entry of [...found, ...(this.#byStart.get(first) ?? [])]) matches.push({ position, entry });
		}
		return matches;
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
		this.changes.push(entry);
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

/** Whether a name stands anywhere in a text. */
export function holdsName({ words: name }: TitleEntry, words: EncodedWords): boolean {
	const [first] = name;
	for (let position = 0; position <= words.length - name.length; position += 1) {
		if ((words[position] as number) >> 3 !== first) continue;
		let index = 1;
		while (index < name.length && wordAt(words, position + index) === name[index]) index += 1;
		if (index === name.length) return true;
	}
	return false;
}

function standsAt(entry: TitleEntry, words: EncodedWords, position: number): boolean {
	for (let index = 2; index < entry.words.length; index += 1) {
		if (wordAt(words, position + index) !== entry.words[index]) return false;
	}
	return true;
}

/** The names a text mentions, each once: from left to right, the longest of those that count at every place. */
export function chooseMentions(
	matches: readonly TitleMatch[],
	counts: (entry: TitleEntry) => boolean,
): readonly TitleEntry[] {
	const chosen = new Set<TitleEntry>();
	let free = 0;
	for (const { position, entry } of matches) {
		if (position < free || !counts(entry)) continue;
		chosen.add(entry);
		free = position + entry.words.length;
	}
	return [...chosen];
}
