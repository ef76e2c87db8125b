import { remember } from "../../model/remember.ts";
import { chooseMentions } from "../connect/title-index.ts";
import type { EncodedWords } from "../words/encode-words.ts";
import type { VisibleGraph } from "./visible-graph.ts";

/** A name with more bearers does not show which one is meant. */
const MOST_BEARERS = 5;
/** A name in more texts than this is a word like any other, and its mentions are not looked for. */
const MOST_MENTIONING = 200;
const UNKNOWN = -1;

/** Which names one reader knows, who bears them, and which texts mention them. Names are entries of the title index. */
export class KnownNames {
	readonly #graph: VisibleGraph;
	readonly #bearerCounts: Int8Array;
	readonly #mentionCounts: Int16Array;
	/** By document; a map that grows with every search would be copied again and again. */
	readonly #mentions: (readonly number[] | undefined)[];
	readonly #mentioning = new Map<number, readonly number[]>();
	readonly #isKnown = (entry: number): boolean => this.countBearers(entry) > 0;
	readonly #lengthOf = (entry: number): number => this.#graph.tables.connections.titles.lengthOf(entry);

	constructor(graph: VisibleGraph) {
		this.#graph = graph;
		const names = graph.tables.connections.titles.size;
		this.#bearerCounts = new Int8Array(names).fill(UNKNOWN);
		this.#mentionCounts = new Int16Array(names).fill(UNKNOWN);
		this.#mentions = new Array(graph.visible.marks.length);
	}

	in(text: EncodedWords): readonly {
		readonly entry: number;
		readonly bearers: readonly number[];
	}[] {
		return this.#choose(this.#graph.tables.connections.titles.matchesIn(text)).map((entry) => ({
			entry,
			bearers: this.bearersOf(entry),
		}));
	}

	/** The names in a document that identify an entity, as entries. */
	mentionedBy(document: number): readonly number[] {
		let mentions = this.#mentions[document];
		if (mentions === undefined) {
			mentions = this.#choose(this.#graph.tables.connections.matchesOf(document));
			this.#mentions[document] = mentions;
		}
		return mentions;
	}

	borneBy(document: number): readonly number[] {
		const names = this.#graph.tables.connections.titles.namesOf(document);
		const telling: number[] = [];
		for (let index = 0; index < names.length; index += 1) {
			const entry = names[index] as number;
			if (this.#isTelling(entry)) telling.push(entry);
		}
		return telling;
	}

	isBorneBy(document: number, entry: number): boolean {
		return this.#graph.tables.connections.titles.namesOf(document).includes(entry);
	}

	countBearers(entry: number): number {
		let count = this.#bearerCounts[entry] ?? 0;
		if (count === UNKNOWN) {
			const { connections } = this.#graph.tables;
			const { marks } = this.#graph.visible;
			count = connections.titles.bearers.countMarked(entry, marks, MOST_BEARERS);
			this.#bearerCounts[entry] = count;
		}
		return count;
	}

	bearersOf(entry: number): readonly number[] {
		const { connections, documents } = this.#graph.tables;
		const { marks } = this.#graph.visible;
		const bearers = connections.titles.bearers.marked(entry, marks);
		return bearers.length < 2 ? bearers : bearers.sort((a, b) => documents.compare(a, b));
	}

	/** Lists the visible documents that mention a name; none when too many texts contain it. */
	mentioning(entry: number): readonly number[] {
		return remember(this.#mentioning, entry, () => {
			const { connections } = this.#graph.tables;
			const { marks } = this.#graph.visible;
			const holding = connections.holders.marked(entry, marks, MOST_MENTIONING);
			const isFrequent = holding.length > MOST_MENTIONING;
			return isFrequent ? [] : holding.filter((document) => this.mentionedBy(document).includes(entry));
		});
	}

	/** Counts the other visible texts that contain a name, up to a limit. */
	countMentions(entry: number): number {
		let count = this.#mentionCounts[entry] ?? 0;
		if (count === UNKNOWN) {
			const { connections } = this.#graph.tables;
			const { marks } = this.#graph.visible;
			const holders = connections.holders.countMarked(entry, marks, MOST_MENTIONING);
			count = Math.max(0, Math.min(holders, MOST_MENTIONING) - 1);
			this.#mentionCounts[entry] = count;
		}
		return count;
	}

	#choose(matches: Int32Array): readonly number[] {
		return chooseMentions(matches, this.#lengthOf, this.#isKnown).filter((entry) => this.#isTelling(entry));
	}

	#isTelling(entry: number): boolean {
		return this.countBearers(entry) <= MOST_BEARERS;
	}
}
