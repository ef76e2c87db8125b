import { remember } from "../../model/remember.ts";
import { type EncodedWords, wordAt } from "../words/encode-words.ts";
import type { VisibleGraph } from "./visible-graph.ts";

const MOST_SHARING = 20;
const SHORTEST_NOUN = 2;

export class SharedNouns {
	readonly #graph: VisibleGraph;
	readonly #sharing = new Map<number, readonly number[]>();

	constructor(graph: VisibleGraph) {
		this.#graph = graph;
	}

	/** By rare proper noun of a question, longest first: the visible documents that hold it. Those of `known` words alone are left out. */
	in(question: EncodedWords, known: EncodedWords): readonly (readonly number[])[] {
		const taken = new Set<number>();
		const knownWords = new Set(known.map((word) => word >> 3));
		const sharings: (readonly number[])[] = [];
		const { connections } = this.#graph.tables;
		const nouns = [...connections.nounsIn(question)];
		for (const noun of nouns.sort((a, b) => b.length - a.length || a.start - b.start)) {
			const places = Array.from({ length: noun.length }, (_, index) => noun.start + index);
			if (places.some((place) => taken.has(place))) continue;
			if (places.every((place) => knownWords.has(wordAt(question, place)))) continue;
			const found = connections.nouns.find(question, noun);
			const sharing = found === undefined ? [] : this.#sharingOf(found);
			if (sharing.length === 0) continue;
			for (const place of places) taken.add(place);
			sharings.push(sharing);
		}
		return sharings;
	}

	/** For each rare proper noun that a document shares with others, all who share it. */
	of(document: number): readonly (readonly number[])[] {
		const shared: (readonly number[])[] = [];
		for (const noun of this.#graph.tables.connections.nouns.nounsOf(document)) {
			const sharing = this.#sharingOf(noun);
			if (sharing.length > 1) shared.push(sharing);
		}
		return shared;
	}

	/** The longest noun that joins two documents, as it can be shown. */
	nameBetween(from: number, to: number): string | undefined {
		const { connections } = this.#graph.tables;
		const text = connections.textOf(from);
		const [longest] = connections
			.nounsIn(text)
			.filter((noun) => this.#sharingOf(connections.nouns.find(text, noun) ?? 0).includes(to))
			.sort((a, b) => b.length - a.length);
		if (longest === undefined) return undefined;
		return connections.phrase(
			Array.from({ length: longest.length }, (_, index) => wordAt(text, longest.start + index)),
		);
	}

	/** Lists the visible documents that contain a proper noun; none when it is not rare. */
	#sharingOf(noun: number): readonly number[] {
		return remember(this.#sharing, noun, () =>
			noun < 0 ? this.#sharingWord(-1 - noun) : this.#sharingPhrase(noun),
		);
	}

	#sharingPhrase(phrase: number): readonly number[] {
		const { connections } = this.#graph.tables;
		const { marks } = this.#graph.visible;
		const holding = connections.nouns.documents.marked(phrase, marks, MOST_SHARING);
		return holding.length > MOST_SHARING ? [] : this.#inOrder(holding);
	}

	#sharingWord(word: number): readonly number[] {
		const { connections, texts, vocabulary } = this.#graph.tables;
		const { marks } = this.#graph.visible;
		if (connections.words.word(word).length < SHORTEST_NOUN) return [];
		const [term] = vocabulary.termsOf(word);
		const holding = term === undefined ? [] : (texts.holdingTerm(term, marks, MOST_SHARING) ?? []);
		// A single word is a name only if nobody writes it small.
		return holding.some((document) => connections.writesSmall(document, word)) ? [] : this.#inOrder(holding);
	}

	#inOrder(documents: readonly number[]): readonly number[] {
		return [...documents].sort((a, b) => this.#graph.tables.documents.compare(a, b));
	}
}
