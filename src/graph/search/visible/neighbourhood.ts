import type { Edge } from "../../model/entity.ts";
import { listPhrases } from "../../model/list-phrases.ts";
import type { Direction } from "../../model/relations.ts";
import { remember } from "../../model/remember.ts";
import type { Row } from "../connect/spread-rank.ts";
import { ScoreRow } from "../score/score-row.ts";
import { type EncodedWords, wordAt } from "../words/encode-words.ts";
import { KnownNames } from "./known-names.ts";
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

/**
 * Weights are counted in whole parts of this size as far as they go: sums of fractions depend on their order, and a
 * copy of the workspace in which things were written in another order must give the very same numbers.
 */
const ONE = 240;
/** Being mentioned says less about a thing than what it mentions itself. */
const MENTIONED = ONE / 4;
/** The weight of a proper noun, divided among the other texts that hold it. */
const SHARED_NOUN = ONE / 2;
/** A relation to more things than this does not show which of them matters, and takes long to follow. */
const MOST_ALIKE = 1_000;

const USUAL_WEIGHT = 1;

/** The whole says less about a thing than what it needs, answers or comes from: a project leads to everything in it. */
const RELATION_WEIGHTS: ReadonlyMap<string, number> = new Map(
	[
		[0.5, "contains, has_goal, has_document, has_milestone, has_signal, has_insight"] as const,
		[0.7, "has_plan, has_task, has_output"] as const,
		[1, "supports_goal, references, relates_to"] as const,
		[1.2, "depends_on, blocks, derived_from, mitigates"] as const,
	].flatMap(([weight, relations]) => listPhrases(relations).map((rel) => [rel, weight] as const)),
);

/** Why one document leads to another, strongest reason first. */
export type Step =
	| { readonly kind: "edge"; readonly edge: Edge }
	| { readonly kind: "mention"; readonly name: string; readonly forward: boolean }
	| { readonly kind: "noun"; readonly noun: string };

const UNKNOWN = -1;

/**
 * The neighbours of each document for one reader: typed edges, names mentioned, rare proper nouns shared. Computed on
 * first use and kept with the view, so that a question pays only for the part of the graph it reaches.
 */
export class Neighbourhood {
	readonly names: KnownNames;
	readonly nouns: SharedNouns;
	readonly #graph: VisibleGraph;
	readonly #rows = new Map<number, Row>();
	readonly #strengths: Float64Array;
	/** Of the document whose row is being made: a map for each would be most of what a search allocates. */
	readonly #weights: ScoreRow;
	readonly #relationWeights: number[] = [];

	constructor(graph: VisibleGraph) {
		this.#graph = graph;
		this.names = new KnownNames(graph);
		this.nouns = new SharedNouns(graph);
		this.#strengths = new Float64Array(graph.visible.marks.length).fill(UNKNOWN);
		this.#weights = new ScoreRow(graph.visible.marks.length);
	}

	/** Where a document leads. A neighbour that everything leads to is held back, so that hubs do not swallow the rest. */
	rowOf(document: number): Row {
		return remember(this.#rows, document, () => {
			const weights = this.#weightsOf(document);
			const targets = [...weights.documents].sort((a, b) => this.#graph.tables.documents.compare(a, b));
			const shares = new Array<number>(targets.length);
			let total = 0;
			for (const [index, target] of targets.entries()) {
				const held = weights.at(target) / Math.sqrt(this.#strengthOf(target));
				shares[index] = held;
				total += held;
			}
			for (const [index, held] of shares.entries()) shares[index] = held / total;
			return { targets, shares };
		});
	}

	explainStep(from: number, to: number): Step | undefined {
		const edge = this.#findEdge(from, to);
		if (edge) return { kind: "edge", edge };
		const name = this.#nameMentioned(from, to);
		if (name !== undefined) return { kind: "mention", name, forward: true };
		const nameBack = this.#nameMentioned(to, from);
		if (nameBack !== undefined) return { kind: "mention", name: nameBack, forward: false };
		const noun = this.nouns.nameBetween(from, to);
		return noun === undefined ? undefined : { kind: "noun", noun };
	}

	#findEdge(from: number, to: number): Edge | undefined {
		const { edges, documents } = this.#graph.tables;
		let first: number | undefined;
		this.#graph.eachLink(from, (edge, other) => {
			if (other === to && (first === undefined || edges.compare(edge, first) < 0)) first = edge;
		});
		return first === undefined ? undefined : edges.record(first, (node) => documents.ids.id(node));
	}

	#nameMentioned(source: number, target: number): string | undefined {
		const { connections } = this.#graph.tables;
		const entry = this.names.mentionedBy(source).find((each) => this.names.isBorneBy(target, each));
		return entry === undefined ? undefined : connections.phrase(connections.titles.wordsOf(entry));
	}

	/** Valid until the next call. */
	#weightsOf(document: number): ScoreRow {
		const weights = this.#weights;
		weights.clear(this.#graph.visible.marks.length);
		const { names } = this;
		const add = (target: number, weight: number): void => {
			if (target !== document) weights.add(target, weight);
		};
		this.#eachTellingLink(document, (edge, other) => add(other, this.#weighEdge(edge)));
		for (const entry of names.mentionedBy(document)) {
			const share = ONE / names.countBearers(entry);
			for (const bearer of names.bearersOf(entry)) add(bearer, share);
		}
		for (const entry of names.borneBy(document)) {
			const share = MENTIONED / names.countBearers(entry);
			for (const other of names.mentioning(entry)) add(other, share);
		}
		let stated = 0;
		for (const target of weights.documents) stated += weights.at(target);
		const nouns = this.nouns.of(document);
		const share = SHARED_NOUN * limitNouns(stated, nouns.length * SHARED_NOUN);
		for (const sharing of nouns) for (const other of sharing) add(other, share / (sharing.length - 1));
		return weights;
	}

	#eachTellingLink(document: number, visit: (edge: number, other: number) => void): void {
		const { edges, documents } = this.#graph.tables;
		const node = documents.nodeOf(document);
		const mayHaveMany = edges.outgoing.count(node) + edges.incoming.count(node) > MOST_ALIKE;
		const counts = new Map<string, number>();
		const nameOf = (edge: number, seenFrom: Direction): string => `${seenFrom} ${edges.relationOf(edge)}`;
		if (mayHaveMany) {
			this.#graph.eachLink(document, (edge, _, seenFrom) => {
				const name = nameOf(edge, seenFrom);
				counts.set(name, (counts.get(name) ?? 0) + 1);
			});
		}
		this.#graph.eachLink(document, (edge, other, seenFrom) => {
			if (mayHaveMany && (counts.get(nameOf(edge, seenFrom)) ?? 0) > MOST_ALIKE) return;
			visit(edge, other);
		});
	}

	/** About how much leads to a document, from what can be counted without visiting its neighbours; 1 when nothing does. */
	#strengthOf(document: number): number {
		let strength = this.#strengths[document] as number;
		if (strength === UNKNOWN) {
			const { names } = this;
			// In whole parts, and apart from the rest: a fraction that a visitor adds to is a new object each time.
			let linked = 0;
			this.#graph.eachLink(document, (edge) => {
				linked += this.#weighEdge(edge);
			});
			let stated = linked;
			const borne = names.borneBy(document);
			for (const entry of names.mentionedBy(document)) {
				const bearers = names.countBearers(entry);
				stated += (ONE / bearers) * (borne.includes(entry) ? bearers - 1 : bearers);
			}
			for (const entry of borne) {
				stated += (MENTIONED / names.countBearers(entry)) * names.countMentions(entry);
			}
			const shared = this.nouns.of(document).length * SHARED_NOUN;
			strength = (stated + shared * limitNouns(stated, shared)) / ONE || 1;
			this.#strengths[document] = strength;
		}
		return strength;
	}

	#weighEdge(edge: number): number {
		const { edges } = this.#graph.tables;
		const relation = edges.relationOf(edge);
		let weight = this.#relationWeights[relation];
		if (weight === undefined) {
			weight = Math.round((RELATION_WEIGHTS.get(edges.labels.word(relation)) ?? USUAL_WEIGHT) * ONE);
			this.#relationWeights[relation] = weight;
		}
		return weight;
	}
}

/** Shared nouns are a guess: where a document has other connections, they count for no more than half. */
const limitNouns = (stated: number, shared: number): number =>
	stated > 0 && shared > stated ? stated / shared : 1;
