import type { Edge } from "../../model/entity.ts";
import type { Postings } from "../postings.ts";
import type { Connections } from "./connections.ts";
import { type EncodedWords, wordAt } from "./encode-words.ts";
import type { ProperNoun } from "./proper-nouns.ts";
import type { Row } from "./spread-rank.ts";
import { chooseMentions, holdsName, type TitleEntry } from "./title-index.ts";
import { weighRelation } from "./weigh-relation.ts";

/** A name that more things bear tells nothing about which one is meant. */
const MOST_BEARERS = 5;
/** Being mentioned says less about a thing than what it mentions itself. */
const MENTIONED = 0.25;
/** What a proper noun is worth in all, shared out among the other texts that hold it. */
const SHARED_NOUN = 0.5;
const MOST_SHARING = 20;
const SHORTEST_NOUN = 2;
/** A name that stands in more texts than this is a word like any other, and its mentions are not looked for. */
const MOST_MENTIONING = 200;

/** What the neighbourhood asks of one reader's view. Documents are numbers; those not visible do not exist. */
export interface Surface {
	readonly connections: Connections;
	readonly texts: Postings;
	readonly isVisible: (document: number) => boolean;
	readonly linksOf: (document: number) => readonly { readonly edge: Edge; readonly other: number }[];
	/** An order that does not depend on when a document was written, as its number does. */
	readonly compare: (a: number, b: number) => number;
}

/** Why one document leads to another, strongest reason first. */
export type Step =
	| { readonly kind: "edge"; readonly edge: Edge }
	| { readonly kind: "mention"; readonly name: string; readonly forward: boolean }
	| { readonly kind: "noun"; readonly noun: string };

/**
 * Who is next to whom for one reader: typed edges, names mentioned, rare proper nouns shared. Found when asked for and
 * kept as long as the view is, so that a question pays only for the part of the graph it reaches.
 */
export class Neighbourhood {
	readonly #surface: Surface;
	readonly #rows = new Map<number, Row>();
	readonly #strengths = new Map<number, number>();
	readonly #mentions = new Map<number, readonly TitleEntry[]>();
	readonly #mentioning = new Map<TitleEntry, readonly number[]>();
	readonly #bearers = new Map<TitleEntry, readonly number[]>();
	readonly #nouns = new Map<number, readonly (readonly number[])[]>();
	readonly #sharing = new Map<number, readonly number[]>();
	readonly #rarest = new Map<TitleEntry, readonly number[] | null>();

	constructor(surface: Surface) {
		this.#surface = surface;
	}

	/** Where a document leads. A neighbour that everything leads to is held back, so that hubs do not swallow the rest. */
	rowOf(document: number): Row {
		let row = this.#rows.get(document);
		if (row === undefined) {
			const weights = this.#weightsOf(document);
			// Sums of fractions depend on their order: in a fixed one, a copy of the workspace gives the very same numbers.
			const targets = [...weights.keys()].sort(this.#surface.compare);
			const held = targets.map(
				(target) => (weights.get(target) ?? 0) / Math.sqrt(this.#strengthOf(target) || 1),
			);
			const total = held.reduce((sum, weight) => sum + weight, 0);
			row = { targets, shares: held.map((weight) => weight / total) };
			this.#rows.set(document, row);
		}
		return row;
	}

	/** Names a question mentions that the reader knows, with those that bear them. */
	namesIn(
		question: EncodedWords,
	): readonly { readonly entry: TitleEntry; readonly bearers: readonly number[] }[] {
		const matches = this.#surface.connections.titles.matchesIn(question);
		return chooseMentions(matches, (entry) => this.bearersOf(entry).length > 0)
			.map((entry) => ({ entry, bearers: this.bearersOf(entry) }))
			.filter(({ bearers }) => bearers.length <= MOST_BEARERS);
	}

	/** Visible documents in which a proper noun stands; none when it is not rare. */
	sharing(text: EncodedWords, noun: ProperNoun): readonly number[] {
		let sharing = this.#sharing.get(noun.key);
		if (sharing === undefined) {
			sharing = noun.length > 1 ? this.#sharingPhrase(noun) : this.#sharingWord(wordAt(text, noun.start));
			this.#sharing.set(noun.key, sharing);
		}
		return sharing;
	}

	/** For each rare proper noun of a question, longest first and without overlap, the visible documents that hold it. */
	rareNounsIn(question: EncodedWords): readonly (readonly number[])[] {
		const taken = new Set<number>();
		const found: (readonly number[])[] = [];
		const nouns = [...this.#surface.connections.nounsIn(question)];
		for (const noun of nouns.sort((a, b) => b.length - a.length || a.start - b.start)) {
			const places = Array.from({ length: noun.length }, (_, index) => noun.start + index);
			if (places.some((place) => taken.has(place))) continue;
			const sharing = this.sharing(question, noun);
			if (sharing.length === 0) continue;
			for (const place of places) taken.add(place);
			found.push(sharing);
		}
		return found;
	}

	/** In how many other visible texts a name stands, at most. */
	countMentions(entry: TitleEntry): number {
		return Math.max(0, (this.#holdingRarest(entry)?.length ?? MOST_MENTIONING) - 1);
	}

	explainStep(from: number, to: number): Step | undefined {
		const { connections, linksOf } = this.#surface;
		const links = linksOf(from).filter(({ other }) => other === to);
		const [link] = [...links].sort((a, b) => (a.edge.id < b.edge.id ? -1 : 1));
		if (link) return { kind: "edge", edge: link.edge };
		for (const [source, target, forward] of [
			[from, to, true],
			[to, from, false],
		] as const) {
			const entry = this.#mentionsOf(source).find((each) => this.bearersOf(each).includes(target));
			if (entry) return { kind: "mention", name: connections.phrase(entry.words), forward };
		}
		const text = connections.textOf(from);
		const shared = connections
			.nounsOf(from)
			.filter((noun) => this.sharing(text, noun).includes(to))
			.sort((a, b) => b.length - a.length)[0];
		if (shared === undefined) return undefined;
		const words = Array.from({ length: shared.length }, (_, index) => wordAt(text, shared.start + index));
		return { kind: "noun", noun: connections.phrase(words) };
	}

	bearersOf(entry: TitleEntry): readonly number[] {
		let bearers = this.#bearers.get(entry);
		if (bearers === undefined) {
			bearers = [...entry.bearers].filter(this.#surface.isVisible).sort(this.#surface.compare);
			this.#bearers.set(entry, bearers);
		}
		return bearers;
	}

	#sharingPhrase({ key }: ProperNoun): readonly number[] {
		const { connections, isVisible, compare } = this.#surface;
		const holding = connections.nouns.documentsOf(key).filter(isVisible);
		return holding.length > MOST_SHARING ? [] : holding.sort(compare);
	}

	#sharingWord(word: number): readonly number[] {
		const { connections, texts, isVisible, compare } = this.#surface;
		if (connections.words.word(word).length < SHORTEST_NOUN) return [];
		const [term] = connections.termsOfWord(word);
		const holding = term === undefined ? [] : (texts.holding(term, isVisible, MOST_SHARING) ?? []);
		// A single word is a name only if nobody writes it small.
		return holding.some((document) => connections.writesSmall(document, word))
			? []
			: [...holding].sort(compare);
	}

	#mentionsOf(document: number): readonly TitleEntry[] {
		let mentions = this.#mentions.get(document);
		if (mentions === undefined) {
			const matches = this.#surface.connections.matchesOf(document);
			mentions = chooseMentions(matches, (entry) => this.bearersOf(entry).length > 0).filter(
				(entry) => this.bearersOf(entry).length <= MOST_BEARERS,
			);
			this.#mentions.set(document, mentions);
		}
		return mentions;
	}

	/** The visible documents that hold the rarest term of a name; null when there are too many to look at. */
	#holdingRarest(entry: TitleEntry): readonly number[] | null {
		let rarest = this.#rarest.get(entry);
		if (rarest === undefined) {
			const { connections, texts, isVisible } = this.#surface;
			rarest = null;
			// The shortest list first: the others need be followed no further than it is long.
			const terms = [...connections.termsOfName(entry)].sort(
				(a, b) => texts.listLength(a) - texts.listLength(b),
			);
			for (const term of terms) {
				const most: number = rarest === null ? MOST_MENTIONING : rarest.length - 1;
				if (most >= 0) rarest = texts.holding(term, isVisible, most) ?? rarest;
			}
			this.#rarest.set(entry, rarest);
		}
		return rarest;
	}

	#documentsMentioning(entry: TitleEntry): readonly number[] {
		let documents = this.#mentioning.get(entry);
		if (documents === undefined) {
			const { connections, compare } = this.#surface;
			documents = (this.#holdingRarest(entry) ?? [])
				.filter((document) => holdsName(entry, connections.textOf(document)))
				.filter((document) => this.#mentionsOf(document).includes(entry))
				.sort(compare);
			this.#mentioning.set(entry, documents);
		}
		return documents;
	}

	/** The other visible texts that hold each rare proper noun of a text. */
	#nounsOf(document: number): readonly (readonly number[])[] {
		let nouns = this.#nouns.get(document);
		if (nouns === undefined) {
			const text = this.#surface.connections.textOf(document);
			nouns = this.#surface.connections
				.nounsOf(document)
				.map((noun) => this.sharing(text, noun))
				.filter((sharing) => sharing.length > 1);
			this.#nouns.set(document, nouns);
		}
		return nouns;
	}

	#weightsOf(document: number): ReadonlyMap<number, number> {
		const weights = new Map<number, number>();
		const add = (target: number, weight: number): void => {
			if (target !== document) weights.set(target, (weights.get(target) ?? 0) + weight);
		};
		const links = [...this.#surface.linksOf(document)].sort((a, b) => (a.edge.id < b.edge.id ? -1 : 1));
		for (const { edge, other } of links) add(other, weighRelation(edge));
		for (const entry of this.#mentionsOf(document)) {
			const bearers = this.bearersOf(entry);
			for (const bearer of bearers) add(bearer, 1 / bearers.length);
		}
		for (const entry of this.#surface.connections.titles.namesOf(document)) {
			const { length } = this.bearersOf(entry);
			if (length > MOST_BEARERS) continue;
			for (const other of this.#documentsMentioning(entry)) add(other, MENTIONED / length);
		}
		let stated = 0;
		for (const weight of weights.values()) stated += weight;
		const nouns = this.#nounsOf(document);
		const share = SHARED_NOUN * limitNouns(stated, nouns.length * SHARED_NOUN);
		for (const sharing of nouns) for (const other of sharing) add(other, share / (sharing.length - 1));
		return weights;
	}

	/** About how much leads to a document, from what can be counted without visiting its neighbours. */
	#strengthOf(document: number): number {
		let strength = this.#strengths.get(document);
		if (strength === undefined) {
			let stated = 0;
			const links = [...this.#surface.linksOf(document)].sort((a, b) => (a.edge.id < b.edge.id ? -1 : 1));
			for (const { edge } of links) stated += weighRelation(edge);
			for (const entry of this.#mentionsOf(document)) {
				const bearers = this.bearersOf(entry);
				stated += bearers.filter((bearer) => bearer !== document).length / bearers.length;
			}
			for (const entry of this.#surface.connections.titles.namesOf(document)) {
				const { length } = this.bearersOf(entry);
				if (length <= MOST_BEARERS) stated += (MENTIONED * this.countMentions(entry)) / length;
			}
			const shared = this.#nounsOf(document).length * SHARED_NOUN;
			strength = stated + shared * limitNouns(stated, shared);
			this.#strengths.set(document, strength);
		}
		return strength;
	}
}

/** Shared nouns are a guess: where a document has other connections, they count for no more than half. */
const limitNouns = (stated: number, shared: number): number =>
	stated > 0 && shared > stated ? stated / shared : 1;
