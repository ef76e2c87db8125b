import { analyseText, isStopWord } from "../analyse-text.ts";
import { type EncodedWords, encodeWords, findIn, WordTable } from "./encode-words.ts";
import { findProperNouns, NounIndex, type ProperNoun } from "./proper-nouns.ts";
import { TitleIndex } from "./title-index.ts";

const SHORTEST_NOUN = 2;
const NOTHING = new Int32Array();

/**
 * What joins texts without anybody having linked them: the names they mention and the proper nouns they share. Holds
 * every document; what a reader may see of it is decided where it is read.
 */
export class Connections {
	readonly words = new WordTable();
	readonly titles = new TitleIndex(this.words);
	readonly nouns = new NounIndex();
	readonly #texts: (EncodedWords | undefined)[] = [];
	readonly #mayBound = (word: number): boolean => {
		const text = this.words.word(word);
		return text.length >= SHORTEST_NOUN && !isStopWord(text);
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
		this.titles.remove(document);
	}

	textOf(document: number): EncodedWords {
		return this.#texts[document] ?? NOTHING;
	}

	/** A question in the same terms; words that stand nowhere get no number. */
	encode(question: string): EncodedWords {
		return encodeWords(question, findIn(this.words));
	}

	nounsIn(text: EncodedWords): readonly ProperNoun[] {
		return findProperNouns(text, this.#mayBound);
	}

	/** A phrase as it can be shown, and the terms it is found under. */
	phrase(words: readonly number[]): string {
		return words.map((word) => this.words.word(word)).join(" ");
	}

	termsOf(words: readonly number[]): readonly string[] {
		return analyseText(this.phrase(words));
	}
}
