import type { Edge } from "../../model/entity.ts";
import type { Surface } from "../resident/surface.ts";
import { type EncodedWords, wordAt } from "./encode-words.ts";
import type { Row } from "./spread-rank.ts";
import { chooseMentions } from "./title-index.ts";
import { weighRelation } from "./weigh-relation.ts";

/**
 * Weights are counted in whole parts of this size as far as they go: sums of fractions depend on their order, and a
 * copy of the workspace in which things were written in another order must give the very same numbers.
 */
const ONE = 240;
/** A name that more things bear tells nothing about which one is meant. */
const MOST_BEARERS = 5;
/** Being mentioned says less about a thing than what it mentions itself. */
const MENTIONED = ONE / 4;
/** What a proper noun is worth in all, shared out among the other texts that hold it. */
const SHARED_NOUN = ONE / 2;
const MOST_SHARING = 20;
const SHORTEST_NOUN = 2;
/** A name that stands in more texts than this is a word like any other, and its mentions are not looked for. */
const MOST_MENTIONING = 200;

/** Why one document leads to another, strongest reason first. */
export type Step =
	| { readonly kind: "edge"; readonly edge: Edge }
	| { readonly kind: "mention"; readonly name: string; readonly forward: boolean }
	| { readonly kind: "noun"; readonly noun: string };

/** A name the reader knows, with those that bear it. */
export interface KnownName {
	readonly entry: number;
	readonly bearers: readonly number[];
}

const UNKNOWN = -1;

/**
 * Who is next to whom for one reader: typed edges, names mentioned, rare proper nouns shared. Found when asked for and
 * kept as long as the view is, so that a question pays only for the part of the graph it reaches.
 */
export class Neighbourhood {
	readonly #surface: Surface;
	readonly #rows = new Map<number, Row>();
	readonly #strengths: Float64Array;
	readonly #bearerCounts: Int8Array;
	readonly #mentionCounts: Int16Array;
	readonly #mentions = new Map<number, readonly number[]>();
	readonly #mentioning = new Map<number, readonly number[]>();
	readonly #sharing = new Map<number, readonly number[]>();
	readonly #relationWeights: number[] = [];
	readonly #isKnown = (entry: number): boolean => this.#countBearers(entry) > 0;
	readonly #lengthOf = (entry: number): number => this.#surface.connections.titles.wordsOf(entry).length;

	constructor(surface: Surface) {
		this.#surface = surface;
		const names = surface.connections.titles.size;
		this.#strengths = new Float64Array(surface.marks.length).fill(UNKNOWN);
		this.#bearerCounts = new Int8Array(names).fill(UNKNOWN);
		this.#mentionCounts = new Int16Array(names).fill(UNKNOWN);
	}

	/** Where a document leads. A neighbour that everything leads to is held back, so that hubs do not swallow the rest. */
	rowOf(document: number): Row {
		let row = this.#rows.get(document);
		if (row === undefined) {
			const weights = this.#weightsOf(document);
			const targets = [...weights.keys()].sort((a, b) => this.#surface.documents.compare(a, b));
			const held = targets.map((target) => (weights.get(target) ?? 0) / Math.sqrt(this.#strengthOf(target)));
			const total = held.reduce((sum, weight) => sum + weight, 0);
			row = { targets, shares: held.map((weight) => weight / total) };
			this.#rows.set(document, row);
		}
		return row;
	}

	/** Names a question mentions that the reader knows and that tell which thing is meant. */
	namesIn(question: EncodedWords): readonly KnownName[] {
		const matches = this.#surface.connections.titles.matchesIn(question);
		return chooseMentions(matches, this.#lengthOf, this.#isKnown)
			.filter((entry) => this.#countBearers(entry) <= MOST_BEARERS)
			.map((entry) => ({ entry, bearers: this.#bearersOf(entry) }));
	}

	/** For each rare proper noun of a question, longest first and without overlap, the visible documents that hold it. */
	rareNounsIn(question: EncodedWords): readonly (readonly number[])[] {
		const taken = new Set<number>();
		const found: (readonly number[])[] = [];
		const { connections } = this.#surface;
		const nouns = [...connections.nounsIn(question)];
		for (const noun of nouns.sort((a, b) => b.length - a.length || a.start - b.start)) {
			const places = Array.from({ length: noun.length }, (_, index) => noun.start + index);
			if (places.some((place) => taken.has(place))) continue;
			const known = connections.nouns.find(question, noun);
			const sharing = known === undefined ? [] : this.#sharingOf(known);
			if (sharing.length === 0) continue;
			for (const place of places) taken.add(place);
			found.push(sharing);
		}
		return found;
	}

	/** In how many other visible texts a name stands, at most. */
	countMentions(entry: number): number {
		let count = this.#mentionCounts[entry] ?? 0;
		if (count === UNKNOWN) {
			const { connections, marks } = this.#surface;
			let holders = 0;
			connections.holders.some(entry, (document) => {
				if (marks[document] === 1) holders += 1;
				return holders > MOST_MENTIONING;
			});
			count = Math.max(0, Math.min(holders, MOST_MENTIONING) - 1);
			this.#mentionCounts[entry] = count;
		}
		return count;
	}

	explainStep(from: number, to: number): Step | undefined {
		const edge = this.#findEdge(from, to);
		if (edge) return { kind: "edge", edge };
		const { connections } = this.#surface;
		for (const [source, target, forward] of [
			[from, to, true],
			[to, from, false],
		] as const) {
			const entry = this.#mentionsOf(source).find((each) => this.#bears(target, each));
			if (entry !== undefined) {
				return { kind: "mention", name: connections.phrase(connections.titles.wordsOf(entry)), forward };
			}
		}
		const text = connections.textOf(from);
		const shared = connections
			.nounsIn(text)
			.filter((noun) => this.#sharingOf(connections.nouns.find(text, noun) ?? 0).includes(to))
			.sort((a, b) => b.length - a.length)[0];
		if (shared === undefined) return undefined;
		const words = Array.from({ length: shared.length }, (_, index) => wordAt(text, shared.start + index));
		return { kind: "noun", noun: connections.phrase(words) };
	}

	/** How many visible documents bear a name; one more than count at most. */
	#countBearers(entry: number): number {
		let count = this.#bearerCounts[entry] ?? 0;
		if (count === UNKNOWN) {
			const { connections, marks } = this.#surface;
			count = 0;
			connections.titles.bearers.some(entry, (document) => {
				if (marks[document] === 1) count += 1;
				return count > MOST_BEARERS;
			});
			this.#bearerCounts[entry] = count;
		}
		return count;
	}

	#bearersOf(entry: number): readonly number[] {
		const { connections, documents, marks } = this.#surface;
		const bearers: number[] = [];
		connections.titles.bearers.some(entry, (document) => {
			if (marks[document] === 1) bearers.push(document);
			return false;
		});
		return bearers.sort((a, b) => documents.compare(a, b));
	}

	#bears(document: number, entry: number): boolean {
		return this.#surface.connections.titles.namesOf(document).includes(entry);
	}

	#findEdge(from: number, to: number): Edge | undefined {
		const { edges, documents } = this.#surface;
		let first: number | undefined;
		this.#surface.eachLink(from, (edge, other) => {
			if (other === to && (first === undefined || edges.compare(edge, first) < 0)) first = edge;
		});
		return first === undefined ? undefined : edges.record(first, (node) => documents.ids.id(node));
	}

	/** Visible documents in which a proper noun stands; none when it is not rare. */
	#sharingOf(noun: number): readonly number[] {
		let sharing = this.#sharing.get(noun);
		if (sharing === undefined) {
			sharing = noun < 0 ? this.#sharingWord(-1 - noun) : this.#sharingPhrase(noun);
			this.#sharing.set(noun, sharing);
		}
		return sharing;
	}

	#sharingPhrase(phrase: number): readonly number[] {
		const { connections, marks } = this.#surface;
		const holding: number[] = [];
		const isFrequent = connections.nouns.documents.some(phrase, (document) => {
			if (marks[document] === 1) holding.push(document);
			return holding.length > MOST_SHARING;
		});
		return isFrequent ? [] : this.#inOrder(holding);
	}

	#sharingWord(word: number): readonly number[] {
		const { connections, texts, marks } = this.#surface;
		if (connections.words.word(word).length < SHORTEST_NOUN) return [];
		const [term] = this.#surface.vocabulary.termsOf(word);
		const holding = term === undefined ? [] : (texts.holdingTerm(term, marks, MOST_SHARING) ?? []);
		// A single word is a name only if nobody writes it small.
		return holding.some((document) => connections.writesSmall(document, word)) ? [] : this.#inOrder(holding);
	}

	#inOrder(documents: readonly number[]): readonly number[] {
		return [...documents].sort((a, b) => this.#surface.documents.compare(a, b));
	}

	#mentionsOf(document: number): readonly number[] {
		let mentions = this.#mentions.get(document);
		if (mentions === undefined) {
			const matches = this.#surface.connections.matchesOf(document);
			mentions = chooseMentions(matches, this.#lengthOf, this.#isKnown).filter(
				(entry) => this.#countBearers(entry) <= MOST_BEARERS,
			);
			this.#mentions.set(document, mentions);
		}
		return mentions;
	}

	#documentsMentioning(entry: number): readonly number[] {
		let found = this.#mentioning.get(entry);
		if (found === undefined) {
			const { connections, marks } = this.#surface;
			const holding: number[] = [];
			const isFrequent = connections.holders.some(entry, (document) => {
				if (marks[document] === 1) holding.push(document);
				return holding.length > MOST_MENTIONING;
			});
			found = isFrequent ? [] : holding.filter((document) => this.#mentionsOf(document).includes(entry));
			this.#mentioning.set(entry, found);
		}
		return found;
	}

	#weightsOf(document: number): ReadonlyMap<number, number> {
		const weights = new Map<number, number>();
		const add = (target: number, weight: number): void => {
			if (target !== document) weights.set(target, (weights.get(target) ?? 0) + weight);
		};
		this.#surface.eachLink(document, (edge, other) => add(other, this.#weighEdge(edge)));
		for (const entry of this.#mentionsOf(document)) {
			const share = ONE / this.#countBearers(entry);
			for (const bearer of this.#bearersOf(entry)) add(bearer, share);
		}
		for (const entry of this.#surface.connections.titles.namesOf(document)) {
			const bearers = this.#countBearers(entry);
			if (bearers > MOST_BEARERS) continue;
			for (const other of this.#documentsMentioning(entry)) add(other, MENTIONED / bearers);
		}
		let stated = 0;
		for (const weight of weights.values()) stated += weight;
		const nouns = this.#sharedNounsOf(document);
		const share = SHARED_NOUN * limitNouns(stated, nouns.length * SHARED_NOUN);
		for (const sharing of nouns) for (const other of sharing) add(other, share / (sharing.length - 1));
		return weights;
	}

	#sharedNounsOf(document: number): readonly (readonly number[])[] {
		const shared: (readonly number[])[] = [];
		for (const noun of this.#surface.connections.nouns.nounsOf(document)) {
			const sharing = this.#sharingOf(noun);
			if (sharing.length > 1) shared.push(sharing);
		}
		return shared;
	}

	/** About how much leads to a document, from what can be counted without visiting its neighbours; 1 when nothing does. */
	#strengthOf(document: number): number {
		let strength = this.#strengths[document] as number;
		if (strength === UNKNOWN) {
			let stated = 0;
			this.#surface.eachLink(document, (edge) => {
				stated += this.#weighEdge(edge);
			});
			for (const entry of this.#mentionsOf(document)) {
				const bearers = this.#countBearers(entry);
				stated += (ONE / bearers) * (this.#bears(document, entry) ? bearers - 1 : bearers);
			}
			for (const entry of this.#surface.connections.titles.namesOf(document)) {
				const bearers = this.#countBearers(entry);
				if (bearers <= MOST_BEARERS) stated += (MENTIONED / bearers) * this.countMentions(entry);
			}
			const shared = this.#sharedNounsOf(document).length * SHARED_NOUN;
			strength = (stated + shared * limitNouns(stated, shared)) / ONE || 1;
			this.#strengths[document] = strength;
		}
		return strength;
	}

	#weighEdge(edge: number): number {
		const { edges } = this.#surface;
		const relation = edges.relationOf(edge);
		let weight = this.#relationWeights[relation];
		if (weight === undefined) {
			weight = Math.round(weighRelation({ rel: edges.labels.word(relation) }) * ONE);
			this.#relationWeights[relation] = weight;
		}
		return weight;
	}
}

/** Shared nouns are a guess: where a document has other connections, they count for no more than half. */
const limitNouns = (stated: number, shared: number): number =>
	stated > 0 && shared > stated ? stated / shared : 1;
