import { analyseText, isStopWord } from "../analyse-text.ts";
import { type EncodedWords, encodeWords, findIn, isCapitalAt, WordTable, wordAt } from "./encode-words.ts";
import { findProperNouns, NounIndex, type ProperNoun } from "./proper-nouns.ts";
import { holdsName, type TitleEntry, TitleIndex, type TitleMatch } from "./title-index.ts";

const NOTHING = new Int32Array();
const MOST_CHANGES = 32;

/**
 * What joins texts without anybody having linked them: the names they mention and the proper nouns they share. Holds
 * every document; what a reader may see of it is decided where it is read.
 */
export class Connections {
	readonly words = new WordTable();
	readonly titles = new TitleIndex(this.words);
	readonly nouns = new NounIndex();
	readonly #texts: (EncodedWords | undefined)[] = [];
	/** Kept for what was asked about, since most documents never are. */
	readonly #nounsOf = new Map<number, readonly ProperNoun[]>();
	readonly #smallWordsOf = new Map<number, ReadonlySet<number>>();
	readonly #matchesOf = new Map<
		number,
		{ readonly generation: number; readonly matches: readonly TitleMatch[] }
	>();
	readonly #terms = new Map<number, readonly string[]>();
	readonly #nameTerms = new WeakMap<TitleEntry, readonly string[]>();
	readonly #mayBound = (word: number): boolean => {
		const text = this.words.word(word);
		return text !== "" && !isStopWord(text);
	};

	put(document: number, { names, text }: { readonly names: readonly string[]; readonly text: string }): void {
		const encoded = encodeWords(text, (word) => this.words.intern(word));
		this.#texts[document] = encoded;
		this.titles.put(document, names);
		this.nouns.add(
			document,
			this.nounsIn(encoded).filter((noun) => noun.length > 1),
		);
	}

	/** A stale version gives back its memory and its names. */
	forget(document: number): void {
		this.#texts[document] = undefined;
		this.#nounsOf.delete(document);
		this.#smallWordsOf.delete(document);
		this.#matchesOf.delete(document);
		this.titles.remove(document);
	}

	textOf(document: number): EncodedWords {
		return this.#texts[document] ?? NOTHING;
	}

	nounsOf(document: number): readonly ProperNoun[] {
		let nouns = this.#nounsOf.get(document);
		if (nouns === undefined) {
			nouns = this.nounsIn(this.textOf(document));
			this.#nounsOf.set(document, nouns);
		}
		return nouns;
	}

	/** Whether a document writes a word without a capital anywhere. */
	writesSmall(document: number, word: number): boolean {
		let small = this.#smallWordsOf.get(document);
		if (small === undefined) {
			const text = this.textOf(document);
			const found = new Set<number>();
			for (let index = 0; index < text.length; index += 1) {
				if (!isCapitalAt(text, index)) found.add(wordAt(text, index));
			}
			small = found;
			this.#smallWordsOf.set(document, small);
		}
		return small.has(word);
	}

	/** Every name in a document, whoever may know it. */
	matchesOf(document: number): readonly TitleMatch[] {
		const { changes } = this.titles;
		const text = this.textOf(document);
		const known = this.#matchesOf.get(document);
		if (known?.generation === changes.length) return known.matches;
		const isHere = (entry: TitleEntry): boolean => entry.bearers.size > 0 && holdsName(entry, text);
		// After one new name, most texts hold what they held: searching them all again would make every write slow.
		const holds =
			known !== undefined &&
			changes.length - known.generation <= MOST_CHANGES &&
			!changes.slice(known.generation).some(isHere);
		const matches = holds
			? known.matches.filter(({ entry }) => entry.bearers.size > 0)
			: this.titles.matchesIn(text);
		this.#matchesOf.set(document, { generation: changes.length, matches });
		return matches;
	}

	/** A question in the same terms; words that stand nowhere get no number. */
	encode(question: string): EncodedWords {
		return encodeWords(question, findIn(this.words));
	}

	nounsIn(text: EncodedWords): readonly ProperNoun[] {
		return findProperNouns(text, this.#mayBound);
	}

	/** A phrase as it can be shown. */
	phrase(words: readonly number[]): string {
		return words.map((word) => this.words.word(word)).join(" ");
	}

	/** The terms of a single word; stemming it anew for every text that holds it would be most of the work. */
	termsOfWord(word: number): readonly string[] {
		let terms = this.#terms.get(word);
		if (terms === undefined) {
			terms = analyseText(this.words.word(word));
			this.#terms.set(word, terms);
		}
		return terms;
	}

	termsOfName(entry: TitleEntry): readonly string[] {
		let terms = this.#nameTerms.get(entry);
		if (terms === undefined) {
			terms = [...new Set(analyseText(this.phrase(entry.words)))];
			this.#nameTerms.set(entry, terms);
		}
		return terms;
	}
}
