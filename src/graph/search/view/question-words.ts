import type { Evidence, QuestionWord } from "../../model/question-word.ts";
import type { Language } from "../languages/language.ts";
import { FUSION } from "../score/search-weights.ts";
import type { VisibleGraph } from "../visible/visible-graph.ts";
import { analyseText, foldText } from "../words/analyse-text.ts";
import { listPlainWords } from "../words/list-plain-words.ts";
import type { Correction, PassageHit } from "./search-query.ts";

/** A word with a capital behind another word: at the beginning of a sentence any word has one. */
const NAME = /(?<=[\p{L}\p{N},;:)"'’”-]\s)\p{Lu}[\p{L}\p{N}\p{M}]+/gu;
/** A page pasted in as a question has thousands of words; its rarest say what it is about. */
const MOST_WORDS = 48;
const LONGEST_QUESTION = 2_000;

/** The terms of a question that say what it is about. One that only says what to do ("Give me an overview") keeps them all. */
function listTerms(query: string, language: Language): readonly string[] {
	// As they are written: "list the tasks" asks, what "lists commands" is described.
	const written = new Set(listPlainWords(query).map(({ folded }) => folded));
	const asking = new Set([...language.askingWords].filter((word) => written.has(word)).map(language.stem));
	const all = [...new Set(analyseText(query, language))];
	const telling = all.filter((term) => !asking.has(term));
	return telling.length > 0 ? telling : all;
}

/** The words of a question by how rare each is among what the reader may see, and which texts hold them. */
export class QuestionWords {
	/** The rarest first. */
	readonly words: readonly QuestionWord[];
	/** Whether the question names something, in capitals and not at its beginning, that no text contains. */
	readonly hasUnknownName: boolean;
	readonly #view: VisibleGraph;

	/** @param typed The question before slips were corrected: Portugal is no slip for "portal". */
	constructor(
		view: VisibleGraph,
		{ query, near }: { readonly query: string; readonly near: Correction["near"] },
		typed: string = query,
	) {
		this.#view = view;
		const { texts, language } = view.tables;
		const { passages } = view.visible;
		// A word that nobody here wrote counts as the rarest there is.
		const rarest = texts.postings.rarestOf(passages);
		const rarityOf = (term: string): number =>
			near.has(term) ? rarest : texts.postings.rarityOf(term, passages) || rarest;
		const rarities = listTerms(query, language)
			.map((term) => ({ term, rarity: rarityOf(term) }))
			.sort((a, b) => b.rarity - a.rarity || (a.term < b.term ? -1 : 1))
			.slice(0, MOST_WORDS);
		const all = rarities.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
		this.words = rarities.map(({ term, rarity }) => {
			const weight = rarity / all;
			return { term, weight, worth: near.has(term) ? weight * FUSION.guess : weight };
		});
		this.hasUnknownName = this.#findNames(typed).some(
			(term) => texts.postings.rarityOf(term, passages) === 0,
		);
	}

	/** The terms of names in a question. A page that is pasted in is no question. */
	#findNames(typed: string): readonly string[] {
		const { language } = this.#view.tables;
		if (language.capitalisesNouns || typed.length > LONGEST_QUESTION) return [];
		return (typed.match(NAME) ?? [])
			.filter((name) => !language.askingWords.has(foldText(name)))
			.flatMap((name) => analyseText(name, language));
	}

	/** Which of the words, by their place in the list, a run of passages holds. */
	heldBetween(first: number, end: number): readonly number[] {
		const { postings } = this.#view.tables.texts;
		return this.words.flatMap(({ term }, place) => (postings.isWithin(term, first, end) ? [place] : []));
	}

	/** Which of the words the title of a document holds. */
	heldInTitle(document: number): readonly number[] {
		const { titles } = this.#view.tables;
		return this.words.flatMap(({ term }, place) =>
			titles.isWithin(term, document, document + 1) ? [place] : [],
		);
	}

	/** How much of the question these words are. */
	shareOf(held: readonly number[]): number {
		return held.reduce((sum, place) => sum + (this.words[place]?.worth ?? 0), 0);
	}
}

/** So many of the first hits are measured. */
const LOOKED_AT = 10;

interface EvidenceInput {
	readonly words: QuestionWords;
	/** The hits, best first, as documents. */
	readonly found: readonly number[];
	readonly passagesOf: (place: number) => readonly PassageHit[];
	readonly nearness: number | undefined;
}

/** Measures how much of a question its hits hold: as texts, as passages and in their titles. */
export function measureEvidence(
	{ tables: { texts } }: VisibleGraph,
	{ words, found, passagesOf, nearness }: EvidenceInput,
): Evidence {
	const shareOf = (held: readonly number[]): number => words.shareOf(held);
	const first = found.slice(0, LOOKED_AT);
	const inTexts = first.map((document) =>
		shareOf(words.heldBetween(texts.firstOf(document), texts.endOf(document))),
	);
	const inPassages = first.flatMap((_, place) =>
		passagesOf(place)
			.slice(0, LOOKED_AT)
			.map(({ held }) => shareOf(held)),
	);
	const inTitles = first.map((document) => shareOf(words.heldInTitle(document)));
	const known = new Set(found.flatMap((_, place) => passagesOf(place).flatMap(({ held }) => held)));
	return {
		words: Math.max(0, ...inTexts),
		together: Math.max(0, ...inPassages),
		titled: Math.max(0, ...inTitles),
		unknown: words.words.reduce((sum, { weight }, place) => sum + (known.has(place) ? 0 : weight), 0),
		hasUnknownName: words.hasUnknownName,
		nearness,
		length: words.words.length,
	};
}
