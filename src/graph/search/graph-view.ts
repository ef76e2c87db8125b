import type { Edge } from "../model/entity.ts";
import { foldTitle } from "../model/entity.ts";
import { isId, isRef } from "../model/ids.ts";
import type { Surroundings } from "../model/kind.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import type { Direction } from "../model/relations.ts";
import { analyseText, locateTerms } from "./analyse-text.ts";
import type { GraphNode, ResidentGraph } from "./resident-graph.ts";
import { type SearchOutcome, type SearchQuery, ViewSearch } from "./view-search.ts";

/** An edge as seen from one of its ends. */
export interface Link {
	readonly edge: Edge;
	readonly other: GraphNode;
	readonly seenFrom: Direction;
}

export interface WordHit {
	readonly node: GraphNode;
	/** 1 for the best hit of this query. */
	readonly score: number;
}

export interface WordQuery {
	readonly query: string;
	readonly projectId?: string | undefined;
	readonly kinds?: readonly string[] | undefined;
}

const TITLE_SHARE = 0.2;

const byIdAscending = (a: { id: string }, b: { id: string }): number =>
	a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/** The largest score is 1, so that two word indexes can be added up. */
function scaleToOne(scores: ReadonlyMap<string, number>): Map<string, number> {
	let largest = 0;
	for (const score of scores.values()) largest = Math.max(largest, score);
	return new Map([...scores].map(([id, score]) => [id, largest === 0 ? 0 : score / largest]));
}

/**
 * The graph as one reader may see it. What they may not see is marked once, before anything is counted, walked or
 * scored, so that no answer depends on it.
 */
export class GraphView implements Surroundings {
	readonly revision: number;
	readonly kinds: KindRegistry;
	readonly #graph: ResidentGraph;
	readonly #nodes = new Map<string, GraphNode>();
	readonly #idByDocument = new Map<number, string>();
	readonly #averageText: number;
	readonly #averageTitle: number;
	#search: ViewSearch | undefined;

	constructor(graph: ResidentGraph, mayRead: (node: GraphNode) => boolean) {
		this.revision = graph.revision;
		this.kinds = graph.kinds;
		this.#graph = graph;
		let textLength = 0;
		let titleLength = 0;
		for (const [id, { node, document }] of graph.slots) {
			if (node.deleted_at !== null || !mayRead(node)) continue;
			this.#nodes.set(id, node);
			this.#idByDocument.set(document, id);
			textLength += graph.texts.lengthOf(document);
			titleLength += graph.titles.lengthOf(document);
		}
		this.#averageText = textLength / (this.#nodes.size || 1);
		this.#averageTitle = titleLength / (this.#nodes.size || 1);
	}

	get size(): number {
		return this.#nodes.size;
	}

	node(id: string): GraphNode | undefined {
		return this.#nodes.get(id);
	}

	/** By id, by ref, or by title or alias when exactly one entity is called so. */
	find(name: string): GraphNode | undefined {
		if (isId(name)) return this.#nodes.get(name);
		const byRef = isRef(name) ? this.#nodes.get(this.#graph.idsByRef.get(name) ?? "") : undefined;
		if (byRef) return byRef;
		const named = [...(this.#graph.idsByTitle.get(foldTitle(name)) ?? [])].flatMap(
			(id) => this.#nodes.get(id) ?? [],
		);
		return named.length === 1 ? named[0] : undefined;
	}

	nodes(): IterableIterator<GraphNode> {
		return this.#nodes.values();
	}

	/** All edges of an entity whose other end the reader may see, in a fixed order. */
	linksOf(id: string): readonly Link[] {
		const slot = this.#nodes.has(id) ? this.#graph.slots.get(id) : undefined;
		if (slot === undefined) return [];
		const links: Link[] = [];
		for (const edge of slot.outgoing.values()) {
			const other = this.#nodes.get(edge.dst_id);
			if (other) links.push({ edge, other, seenFrom: "outgoing" });
		}
		for (const edge of slot.incoming.values()) {
			const other = this.#nodes.get(edge.src_id);
			if (other) links.push({ edge, other, seenFrom: "incoming" });
		}
		return links.sort((a, b) => byIdAscending(a.edge, b.edge));
	}

	related(query: Parameters<Surroundings["related"]>[0]): readonly GraphNode[] {
		const found = new Map<string, GraphNode>();
		for (const { edge, other, seenFrom } of this.linksOf(query.of)) {
			const fits = edge.rel === query.rel && seenFrom === query.direction;
			if (fits && (query.kind === undefined || other.kind === query.kind)) found.set(other.id, other);
		}
		return [...found.values()].sort(byIdAscending);
	}

	/** How many edges lie between two entities, up to `limit`; undefined when it is more. */
	distancesFrom(id: string, limit: number): ReadonlyMap<string, number> {
		const distances = new Map<string, number>(this.#nodes.has(id) ? [[id, 0]] : []);
		let frontier = [...distances.keys()];
		for (let distance = 1; distance <= limit && frontier.length > 0; distance += 1) {
			const reached = frontier.flatMap((from) => this.linksOf(from).map((link) => link.other.id));
			frontier = [...new Set(reached)].filter((found) => !distances.has(found));
			for (const found of frontier) distances.set(found, distance);
		}
		return distances;
	}

	/** The words of a query that stand in an entity, as they were typed. */
	matchedWords(id: string, query: string): readonly string[] {
		const slot = this.#nodes.has(id) ? this.#graph.slots.get(id) : undefined;
		if (slot === undefined) return [];
		const words = new Map(locateTerms(query).map(({ term, start, end }) => [term, query.slice(start, end)]));
		return this.#graph.texts
			.matchingTerms(slot.document, analyseText(query))
			.map((term) => words.get(term) ?? term);
	}

	/** What matches in any way, best first, each with the ways that found it. */
	search(query: SearchQuery): SearchOutcome {
		this.#search ??= new ViewSearch(this.#graph, this.#nodes);
		return this.#search.search(query);
	}

	/** Entities whose words match, best first. Any word counts; a match in the title counts again. */
	rankByWords({ query, projectId, kinds }: WordQuery): readonly WordHit[] {
		const terms = analyseText(query);
		const wanted = (id: string): boolean => {
			const node = this.#nodes.get(id);
			if (node === undefined) return false;
			return (
				(projectId === undefined || node.project_id === projectId) &&
				(kinds === undefined || kinds.includes(node.kind))
			);
		};
		const scoreIn = (postings: ResidentGraph["texts"], averageLength: number): Map<string, number> => {
			const idOf = this.#idByDocument;
			const visible = {
				count: this.#nodes.size,
				averageLength,
				has: (document: number) => idOf.has(document),
			};
			const scores = [...postings.score(terms, visible)].map(
				([document, score]) => [idOf.get(document) ?? "", score] as const,
			);
			return scaleToOne(new Map(scores.filter(([id]) => wanted(id))));
		};
		const inText = scoreIn(this.#graph.texts, this.#averageText);
		const inTitle = scoreIn(this.#graph.titles, this.#averageTitle);
		// A title of stop words alone is found by its words, which the longer text dropped.
		const combined = [...new Set([...inText.keys(), ...inTitle.keys()])].map(
			(id) => [id, (inText.get(id) ?? 0) + TITLE_SHARE * (inTitle.get(id) ?? 0)] as const,
		);
		return [...scaleToOne(new Map(combined))]
			.flatMap(([id, score]) => {
				const node = this.#nodes.get(id);
				return node ? [{ node, score }] : [];
			})
			.sort((a, b) => b.score - a.score || byIdAscending(a.node, b.node));
	}
}
