import { LRUCache } from "lru-cache";
import { type AccessSet, haveSameReadingRights, mayRead } from "../../model/access.ts";
import type { Edge } from "../../model/entity.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { runSteps, runStepsInTurns } from "../../model/run-steps.ts";
import { WorkLimit } from "../../model/work-limit.ts";
import type { FeedBatch } from "../../store/feed.ts";
import type { FeedRows } from "../../store/write/own-writes.ts";
import { Connections } from "../connect/connections.ts";
import { Vocabulary } from "../connect/vocabulary.ts";
import { english } from "../languages/english.ts";
import type { Language } from "../languages/language.ts";
import { PassagePostings } from "../score/passage-postings.ts";
import { PassageVectors } from "../score/passage-vectors.ts";
import { Postings } from "../score/postings.ts";
import { ScoreRows } from "../score/score-row.ts";
import { DocumentTable } from "../tables/document-table.ts";
import { EdgeTable } from "../tables/edge-table.ts";
import { GrowingInts } from "../tables/growing-ints.ts";
import { NameTable } from "../tables/name-table.ts";
import { WordTable } from "../tables/word-table.ts";
import { GraphView } from "../view/graph-view.ts";
import { type DocumentRule, type GraphTables, type Touched, VisibleSet } from "../visible/visible-graph.ts";
import { type ReadEntity, readEntityWords } from "./read-entity-words.ts";

/** All of a graph as blocks of numbers and bytes, to be handed to another thread or written to a file. */
export type GraphParts = ReturnType<ResidentGraph["toParts"]>;

type GraphBatch = FeedRows & Pick<FeedBatch, "revision"> & Partial<Pick<FeedBatch, "kinds">>;

const VIEWS_KEPT = 32;
/** A view that is further behind is marked from the beginning. */
const STATES_KEPT = 1_000;

/** From this share of documents that nobody reads any more, rebuilding is worth it. */
const STALE_SHARE = 0.5;
const FEWEST_STALE = 20_000;

/**
 * A workspace in memory: its nodes, its edges both ways and its words. It holds the texts of every reader, and so
 * answers nothing itself: a `GraphView` marks what one reader may see, and all reading goes through that. Nothing in it
 * is changed or removed, only added and marked as stale, so that a view stays as it is while the graph moves on.
 */
export class ResidentGraph implements GraphTables {
	revision = 0;
	kinds: KindRegistry;
	readonly documents: DocumentTable;
	readonly names: NameTable;
	readonly edges: EdgeTable;
	readonly vocabulary: Vocabulary;
	/** By passage. */
	readonly texts: PassagePostings;
	readonly titles: Postings;
	/** The texts of edges, each a document of its own. */
	readonly edgeTexts: Postings;
	readonly connections: Connections;
	/** Replaced as a whole when another model answers. */
	vectors = new PassageVectors();
	readonly scoreRows = new ScoreRows();
	readonly #edgesOfTexts: GrowingInts;
	readonly #views = new LRUCache<string, { readonly access: AccessSet; readonly view: GraphView }>({
		max: VIEWS_KEPT,
	});
	readonly #touched = new Map<number, Touched>();
	readonly #builtSize: number;
	#state = 0;

	constructor(kinds: KindRegistry, parts?: GraphParts, language: Language = english) {
		this.kinds = kinds;
		this.vocabulary = new Vocabulary(new WordTable(parts?.words), language, parts?.terms);
		const { words } = this.vocabulary;
		this.documents = new DocumentTable(parts?.documents);
		this.names = new NameTable(parts?.names);
		this.edges = new EdgeTable(parts?.edges);
		this.texts = new PassagePostings(words, parts?.texts);
		this.titles = new Postings(words, parts?.titles);
		this.edgeTexts = new Postings(words, parts?.edgeTexts);
		this.#edgesOfTexts = GrowingInts.from(parts?.edgesOfTexts);
		this.connections = new Connections(words, parts?.connections, language);
		this.#builtSize = this.documents.size;
	}

	get language(): Language {
		return this.vocabulary.language;
	}

	/** Moves with every batch. Views of one state are of one moment. */
	get state(): number {
		return this.#state;
	}

	edgeOfText(document: number): number {
		return this.#edgesOfTexts.at(document);
	}

	/** Brings the graph to the batch's revision while others have their turn: until it is done, nobody sees anything of it. */
	async applyInTurns({ kinds = this.kinds, revision, ...rows }: GraphBatch): Promise<void> {
		const turns = new WorkLimit(Number.POSITIVE_INFINITY);
		const read: ReadEntity[] = [];
		for (const entity of rows.entities) {
			read.push(await runStepsInTurns(readEntityWords(this.vocabulary, entity), undefined, turns));
		}
		this.gather({ ...rows, entities: [] }, read);
		this.complete();
		this.kinds = kinds;
		this.revision = revision;
	}

	/** Adds the present rows, and drops the ones they replace. Who mentions whom is found at the end, once for many batches. */
	gather(
		{ entities, edges, removedEdges, relinked }: FeedRows,
		read: readonly ReadEntity[] = entities.map((entity) =>
			runSteps(readEntityWords(this.vocabulary, entity)),
		),
	): void {
		this.#state += 1;
		const touchedEdges: number[] = [];
		const nodes = read.map((entity) => this.#putEntity(entity));
		for (const id of removedEdges) this.#removeEdge(this.edges.find(id), touchedEdges);
		for (const id of relinked) this.#removeDerivedEdges(id, touchedEdges);
		for (const edge of edges) this.#putEdge(edge, touchedEdges);
		this.#touched.set(this.#state, { nodes, edges: touchedEdges });
		this.#touched.delete(this.#state - STATES_KEPT);
	}

	complete(): void {
		const { documents } = this;
		this.connections.match(
			this.texts,
			(document) => documents.currentOf(documents.nodeOf(document)) === document,
		);
	}

	/** The view of one reader, kept for the next call, which then marks only the documents touched since. */
	view(access: AccessSet): GraphView {
		const { grant } = access.principal;
		const key = JSON.stringify([access.accountId, grant?.mode, grant?.projectIds]);
		const known = this.#views.get(key);
		const sameRights = known !== undefined && haveSameReadingRights(known.access, access);
		if (sameRights && known.view.isOf(this)) return known.view;
		const view = new GraphView(this, this.#mark(access, sameRights ? known.view.visible : undefined));
		this.#views.set(key, { access, view });
		return view;
	}

	/** Whether so much has been written since the build that a rebuild would make it smaller and faster. */
	get isWorn(): boolean {
		return this.documents.size - this.#builtSize > Math.max(FEWEST_STALE, this.#builtSize * STALE_SHARE);
	}

	measure(): Readonly<Record<"nodes" | "edges" | "words" | "connections" | "vectors", number>> {
		return {
			nodes: this.documents.byteLength + this.names.byteLength,
			edges: this.edges.byteLength + this.edgeTexts.byteLength,
			words: this.texts.byteLength + this.titles.byteLength + this.vocabulary.byteLength,
			connections: this.connections.byteLength,
			vectors: this.vectors.byteLength,
		};
	}

	/** May be called only when everything has been added once and nothing has changed since. */
	toParts() {
		return {
			words: this.vocabulary.words.toBytes(),
			terms: this.vocabulary.toTerms(),
			documents: this.documents.toParts(),
			names: this.names.toParts(),
			edges: this.edges.toParts(this.documents.ids.size),
			texts: this.texts.toParts(),
			titles: this.titles.toParts(),
			edgeTexts: this.edgeTexts.toParts(),
			edgesOfTexts: this.#edgesOfTexts.view(),
			connections: this.connections.toParts(),
		};
	}

	#mark(access: AccessSet, before: VisibleSet | undefined): VisibleSet {
		const mayReadDocument = this.#makeRule(access);
		if (before === undefined || this.#state - before.state >= STATES_KEPT) {
			return VisibleSet.mark(this, this.#state, mayReadDocument);
		}
		const touched: Touched[] = [];
		for (let state = before.state + 1; state <= this.#state; state += 1) {
			touched.push(this.#touched.get(state) ?? { nodes: [], edges: [] });
		}
		return before.follow(this.#state, touched, mayReadDocument);
	}

	/** Most documents inherit the rights of their place, and are judged once for each place. */
	#makeRule(access: AccessSet): DocumentRule {
		const { documents } = this;
		const byProject = new Map<number, boolean>();
		return (document) => {
			const { node, project, owner, visibility } = documents.guardOf(document);
			const known = visibility === "inherit" ? byProject.get(project) : undefined;
			if (known !== undefined) return known;
			const verdict = mayRead(access, {
				id: documents.ids.id(node),
				project_id: project < 0 ? null : documents.labels.word(project),
				owner_id: documents.labels.word(owner),
				visibility,
			});
			if (visibility === "inherit") byProject.set(project, verdict);
			return verdict;
		};
	}

	#putEntity({ record, names, title, text, passages, setAside }: ReadEntity): number {
		const document = this.documents.add(record, { setAside });
		this.names.add(document, record);
		this.titles.add(this.vocabulary.analyse(title));
		this.texts.begin();
		for (const { terms, fingerprint } of passages) this.texts.add(terms, fingerprint);
		this.connections.add(text, names);
		return this.documents.nodeOf(document);
	}

	#putEdge(edge: Edge, touched: number[]): void {
		this.#removeEdge(this.edges.find(edge.id), touched);
		const source = this.documents.ids.find(edge.src_id);
		const target = this.documents.ids.find(edge.dst_id);
		if (source < 0 || target < 0) return;
		const textDocument =
			edge.text === "" ? -1 : this.edgeTexts.add(this.vocabulary.analyse(this.vocabulary.encode(edge.text)));
		const number = this.edges.add(edge, { source, target, state: this.#state, textDocument });
		if (textDocument >= 0) this.#edgesOfTexts.push(number);
		touched.push(number);
	}

	#removeEdge(number: number, touched: number[]): void {
		if (number < 0) return;
		this.edges.remove(number, this.#state);
		touched.push(number);
	}

	#removeDerivedEdges(sourceId: string, touched: number[]): void {
		this.edges.outgoing.some(this.documents.ids.find(sourceId), (edge) => {
			const isGone = this.edges.isStated(edge) || !this.edges.isThere(edge, this.#state);
			if (!isGone) this.#removeEdge(edge, touched);
			return false;
		});
	}
}
