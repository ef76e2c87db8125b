import { LRUCache } from "lru-cache";
import { LONGEST_TITLE } from "../../../contract/limits.ts";
import { sourceOf } from "../../model/attachment.ts";
import { type Edge, type EntityHeader, foldTitle } from "../../model/entity.ts";
import { groupBy } from "../../model/group-by.ts";
import { isId, isRef } from "../../model/ids.ts";
import type { Surroundings } from "../../model/kind.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { compareTexts } from "../../model/order.ts";
import type { Direction } from "../../model/relations.ts";
import { remember } from "../../model/remember.ts";
import type { Language } from "../languages/language.ts";
import type { LiveGraph, VisibleGraph, VisibleSet } from "../visible/visible-graph.ts";
import { analyseText, locateTerms } from "../words/analyse-text.ts";
import { findCalled, findTitles, type TitleSearch } from "./find-titles.ts";
import type { SearchOutcome, SearchQuery } from "./search-query.ts";
import { ViewSearch } from "./view-search.ts";

/** An edge as seen from one of its ends. */
export interface Link {
	readonly edge: Edge;
	readonly other: EntityHeader;
	readonly seenFrom: Direction;
}

/** Steps along edges from one entity, by the id of another. */
export type Distances = Pick<ReadonlyMap<string, number>, "get" | "size">;

const LINKS_KEPT = 2_000;
const CALLED_KEPT = 64;

/** The graph in memory may move on while a view of it is held. */
type GraphMoment = Pick<LiveGraph, "revision" | "kinds">;

type Namesakes = ReadonlyMap<string, readonly EntityHeader[]>;

const readFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/**
 * The graph as one reader may see it, at one moment. What they may not see is marked before anything is counted, walked
 * or scored, so that no answer depends on it.
 */
export class GraphView implements Surroundings {
	readonly revision: number;
	readonly kinds: KindRegistry;
	/** How words are made of the texts here; questions are read the same way. */
	readonly language: Language;
	readonly visible: VisibleSet;
	/**
	 * Links of entities read before: a view stays as it is, and a context needs the same links for every field and form.
	 */
	readonly #links = new Map<string, readonly Link[]>();
	/** Results by name: one question is read in several ways, by the same words. */
	readonly #called = new LRUCache<string, readonly EntityHeader[]>({ max: CALLED_KEPT });
	/** Things of one title by folder: in a list of namesakes, each would otherwise look at all the others. */
	readonly #namesakes = new LRUCache<string, Namesakes>({ max: CALLED_KEPT });
	readonly #graph: LiveGraph;
	#search: ViewSearch | undefined;
	#relations: ReadonlyMap<string, number> | undefined;

	constructor(graph: LiveGraph, visible: VisibleSet, moment: GraphMoment = graph) {
		this.revision = moment.revision;
		this.kinds = moment.kinds;
		this.language = graph.language;
		this.visible = visible;
		this.#graph = graph;
	}

	/** Whether this is the graph as it is now. */
	isOf(graph: LiveGraph): boolean {
		return this.#graph === graph && this.revision === graph.revision && this.visible.state === graph.state;
	}

	get size(): number {
		return this.visible.count;
	}

	/** The same moment without these entities, and with these kinds: no answer depends on what is left out. */
	without(ids: Iterable<string>, kinds: KindRegistry = this.kinds): GraphView {
		const nodes = [...ids].filter(isId).map((id) => this.#graph.documents.ids.find(id));
		const touched = { nodes: nodes.filter((node) => node >= 0), edges: [] };
		const visible = this.visible.follow(this.visible.state, [touched], () => false);
		return new GraphView(this.#graph, visible, { revision: this.revision, kinds });
	}

	node(id: string): EntityHeader | undefined {
		return isId(id) ? this.#nodeOf(this.#documentOf(id)) : undefined;
	}

	/** By id, by ref, or by title or alias when exactly one entity is called so. */
	find(name: string): EntityHeader | undefined {
		const named = this.listNamed(name);
		return named.length === 1 ? named[0] : undefined;
	}

	/** Everything that a name may mean: the one with that id or ref, otherwise all that have it as a title or alias. */
	listNamed(name: string): readonly EntityHeader[] {
		// Folding a whole page to look it up would take a while.
		if (name.length > LONGEST_TITLE) return [];
		if (isId(name)) return [this.node(name) ?? []].flat();
		const byRef = isRef(name) ? this.#named(name, (node) => node.ref === name)[0] : undefined;
		if (byRef) return [byRef];
		const folded = foldTitle(name);
		return this.#named(folded, ({ title, aliases }) =>
			[title, ...aliases].some((each) => foldTitle(each) === folded),
		);
	}

	/** Entities that exist and can be opened, but that no word finds: their texts could not be read. */
	get setAside(): readonly EntityHeader[] {
		const { setAside } = this.#graph.documents;
		return this.#records(setAside.filter((document) => this.visible.marks[document] === 1));
	}

	*nodes(): Generator<EntityHeader> {
		const { marks } = this.visible;
		for (let document = 0; document < marks.length; document += 1) {
			if (marks[document] === 1) yield this.#graph.documents.record(document);
		}
	}

	/** All edges of an entity whose other end the reader may see, in a fixed order. */
	linksOf(id: string): readonly Link[] {
		const known = this.#links.get(id);
		if (known) return known;
		const links: Link[] = [];
		const { documents, edges } = this.#graph;
		this.#eachLink(isId(id) ? this.#documentOf(id) : -1, (edge, other, seenFrom) => {
			const record = edges.record(edge, (node) => documents.ids.id(node));
			links.push({ edge: record, other: documents.record(other), seenFrom });
		});
		links.sort((a, b) => compareTexts(a.edge.id, b.edge.id));
		if (this.#links.size >= LINKS_KEPT) this.#links.clear();
		this.#links.set(id, links);
		return links;
	}

	/** Whether an edge joins an entity to another, and whether any joins it to anything; counted for whole projects at once. */
	joins(id: string, other: string | null): { readonly direct: boolean; readonly isolated: boolean } {
		const target = other !== null && isId(other) ? this.#documentOf(other) : -1;
		let [direct, isolated] = [false, true];
		this.#eachLink(isId(id) ? this.#documentOf(id) : -1, (_, end) => {
			isolated = false;
			direct ||= end === target;
		});
		return { direct, isolated };
	}

	/** How many edges of each relation join two entities that the reader may see. */
	countRelations(): ReadonlyMap<string, number> {
		if (this.#relations) return this.#relations;
		const { edges } = this.#graph;
		const counts = new Map<number, number>();
		const { marks } = this.visible;
		for (let document = 0; document < marks.length; document += 1) {
			if (marks[document] !== 1) continue;
			this.#eachLink(document, (edge, _, seenFrom) => {
				const relation = edges.relationOf(edge);
				if (seenFrom === "outgoing") counts.set(relation, (counts.get(relation) ?? 0) + 1);
			});
		}
		this.#relations = new Map([...counts].map(([relation, count]) => [edges.labels.word(relation), count]));
		return this.#relations;
	}

	related(query: Parameters<Surroundings["related"]>[0]): readonly EntityHeader[] {
		const { documents, edges } = this.#graph;
		const relation = edges.labels.find(query.rel);
		const kind = query.kind === undefined ? undefined : documents.labels.find(query.kind);
		const found = new Set<number>();
		this.#eachLink(isId(query.of) ? this.#documentOf(query.of) : -1, (edge, other, seenFrom) => {
			const fits = edges.relationOf(edge) === relation && seenFrom === query.direction;
			if (fits && (query.kind === undefined || documents.kindOf(other) === kind)) found.add(other);
		});
		return [...found].sort((a, b) => documents.compare(a, b)).map((other) => documents.record(other));
	}

	/** How many edges lie between an entity and others, up to `limit`; undefined when it is more. */
	distancesFrom(id: string, limit: number): Distances {
		const start = isId(id) ? this.#documentOf(id) : -1;
		const distances = new Map<number, number>(start < 0 ? [] : [[start, 0]]);
		let frontier = [...distances.keys()];
		for (let distance = 1; distance <= limit && frontier.length > 0; distance += 1) {
			const reached: number[] = [];
			for (const from of frontier) {
				this.#eachLink(from, (_, other) => {
					if (distances.has(other)) return;
					distances.set(other, distance);
					reached.push(other);
				});
			}
			frontier = reached;
		}
		return {
			size: distances.size,
			get: (other) => (isId(other) ? distances.get(this.#documentOf(other)) : undefined),
		};
	}

	/**
	 * Returns a function that lists the words of the query that an entity contains, as they were typed. The query is read
	 * once, not once for each entity: a page pasted in as a question has thousands of words.
	 */
	matchWords(query: string): (id: string) => readonly string[] {
		const typed = new Map(
			locateTerms(query, this.language).map(({ term, start, end }) => [term, query.slice(start, end)]),
		);
		const { texts } = this.#graph;
		const held = [...new Set(analyseText(query, this.language))].filter(
			(term) => texts.postings.listLength(term) > 0,
		);
		return (id) => {
			const document = isId(id) ? this.#documentOf(id) : -1;
			return document < 0 ? [] : texts.matchingTerms(document, held).map((term) => typed.get(term) ?? term);
		};
	}

	/** Returns all matches, best first, each with the methods that found it. */
	search(query: SearchQuery): SearchOutcome {
		this.#search ??= new ViewSearch(this.#searchable());
		return this.#search.search(query);
	}

	/** A question with what was probably meant in the place of slips, as `search` looks for it. */
	correct(query: SearchQuery): string {
		this.#search ??= new ViewSearch(this.#searchable());
		return this.#search.correct(query).text;
	}

	/** Entities whose names hold what was typed, in no particular order. */
	titled(typed: string, options: TitleSearch): readonly EntityHeader[] {
		return this.#records(findTitles(this.#searchable(), typed, options));
	}

	/** Entities whose names hold most of some terms, the best first. */
	called(terms: readonly string[], most: number): readonly EntityHeader[] {
		const key = `${most} ${terms.join(" ")}`;
		return remember<string, readonly EntityHeader[]>(this.#called, key, () =>
			this.#records(findCalled(this.#searchable(), terms, most)),
		);
	}

	/** Entities that were made last. */
	newest(most: number): readonly EntityHeader[] {
		return this.#records(findNewest(this.#searchable(), most));
	}

	#records(documents: readonly number[]): readonly EntityHeader[] {
		return documents.map((document) => this.#graph.documents.record(document));
	}

	#searchable(): VisibleGraph {
		return {
			tables: this.#graph,
			visible: this.visible,
			eachLink: (document, visit) => this.#eachLink(document, visit),
		};
	}

	#documentOf(id: string): number {
		return this.visible.documentOf(this.#graph.documents.ids.find(id));
	}

	/** Where a thing was imported from, if another has the same title: the folder, or the path where that is the same, too. */
	folderOf(node: Pick<EntityHeader, "id" | "title" | "props">): string | undefined {
		const path = sourceOf(node);
		if (path === undefined) return undefined;
		const key = foldTitle(node.title);
		const byFolder = remember<string, Namesakes>(this.#namesakes, key, () =>
			groupBy(
				this.#named(key, ({ title }) => foldTitle(title) === key),
				(namesake) => readFolder(sourceOf(namesake) ?? ""),
			),
		);
		const folder = readFolder(path);
		const isShared = byFolder.get(folder)?.some(({ id }) => id !== node.id) ?? false;
		if (!isShared && byFolder.size - Number(byFolder.has(folder)) === 0) return undefined;
		return isShared || folder === "" ? path : folder;
	}

	#nodeOf(document: number): EntityHeader | undefined {
		return document < 0 ? undefined : this.#graph.documents.record(document);
	}

	#named(name: string, isCalled: (node: EntityHeader) => boolean): readonly EntityHeader[] {
		return this.#graph.names
			.candidates(name)
			.filter((document) => this.visible.marks[document] === 1)
			.map((document) => this.#graph.documents.record(document))
			.filter(isCalled);
	}

	#eachLink(document: number, visit: (edge: number, other: number, seenFrom: Direction) => void): void {
		if (document < 0) return;
		const { edges, documents } = this.#graph;
		const { visible } = this;
		const node = documents.nodeOf(document);
		edges.outgoing.some(node, (edge) => {
			const other = edges.isThere(edge, visible.state) ? visible.documentOf(edges.targetOf(edge)) : -1;
			if (other >= 0) visit(edge, other, "outgoing");
			return false;
		});
		edges.incoming.some(node, (edge) => {
			const other = edges.isThere(edge, visible.state) ? visible.documentOf(edges.sourceOf(edge)) : -1;
			if (other >= 0) visit(edge, other, "incoming");
			return false;
		});
	}
}

/** The visible documents whose entities were made last: ids rise with time, and do not reveal when others wrote. */
function findNewest({ tables, visible }: VisibleGraph, most: number): readonly number[] {
	const { documents } = tables;
	const newest: number[] = [];
	for (let document = 0; document < visible.marks.length; document += 1) {
		if (visible.marks[document] !== 1) continue;
		const last = newest.at(-1);
		if (newest.length === most && last !== undefined && documents.compare(document, last) < 0) continue;
		const place = newest.findIndex((other) => documents.compare(document, other) > 0);
		newest.splice(place < 0 ? newest.length : place, 0, document);
		if (newest.length > most) newest.pop();
	}
	return newest;
}
