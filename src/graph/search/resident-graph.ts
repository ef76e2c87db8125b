import { type AccessSet, mayRead } from "../model/access.ts";
import type { Edge, Entity } from "../model/entity.ts";
import { foldTitle } from "../model/entity.ts";
import { textsIn } from "../model/json.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import type { FeedBatch } from "../store/feed.ts";
import { analyseText } from "./analyse-text.ts";
import { Connections } from "./connect/connections.ts";
import { GraphView } from "./graph-view.ts";
import { PassageVectors } from "./passage-vectors.ts";
import { Postings } from "./postings.ts";

/** What the graph keeps of an entity: all that selecting and walking ask for, none of the long texts. */
export type GraphNode = Omit<Entity, "body" | "description">;

/** One entity in the graph, with the number its present version has in the word indexes. */
export interface Slot {
	node: GraphNode;
	document: number;
	readonly outgoing: Map<string, Edge>;
	readonly incoming: Map<string, Edge>;
}

const VIEWS_KEPT = 32;

/**
 * A workspace in memory: its nodes, its edges both ways and its words. It holds what every reader may read, and so
 * answers nothing itself: a `GraphView` marks what one reader may see, and all reading goes through that.
 */
export class ResidentGraph {
	revision = 0;
	kinds: KindRegistry;
	readonly slots = new Map<string, Slot>();
	readonly idsByRef = new Map<string, string>();
	readonly idsByTitle = new Map<string, Set<string>>();
	readonly texts = new Postings();
	readonly titles = new Postings();
	/** What stands on edges, each a document of its own. */
	readonly edgeTexts = new Postings();
	readonly edgeDocuments = new Map<string, number>();
	readonly edgeOfDocument: Edge[] = [];
	readonly connections = new Connections();
	readonly vectors = new PassageVectors();
	/** Whose text a document is. */
	readonly idOfDocument: string[] = [];
	readonly #edges = new Map<string, Edge>();
	readonly #views = new Map<string, GraphView>();

	constructor(kinds: KindRegistry) {
		this.kinds = kinds;
	}

	/** Brings the graph to the batch's revision. Every view made before is of the past and is let go. */
	apply(batch: FeedBatch): void {
		for (const entity of batch.entities) this.#putEntity(entity);
		for (const id of batch.removedEdges) this.#removeEdge(id);
		for (const id of batch.relinked) this.#removeDerivedEdges(id);
		for (const edge of batch.edges) this.#putEdge(edge);
		this.kinds = batch.kinds;
		this.revision = batch.revision;
		this.#views.clear();
	}

	/** What one reader may see. Kept while neither data nor rights move, since marking walks every node. */
	view(access: AccessSet): GraphView {
		const { grant } = access.principal;
		const key = JSON.stringify([
			access.accountId,
			access.epoch,
			access.revision,
			grant?.mode,
			grant?.projectIds,
		]);
		let view = this.#views.get(key);
		if (view === undefined) {
			view = new GraphView(this, (node) => mayRead(access, node));
			if (this.#views.size >= VIEWS_KEPT) this.#views.delete(this.#views.keys().next().value ?? "");
			this.#views.set(key, view);
		}
		return view;
	}

	edge(id: string): Edge | undefined {
		return this.#edges.get(id);
	}

	#putEntity(entity: Entity): void {
		const { body, description, ...node } = entity;
		const existing = this.slots.get(entity.id);
		if (existing) this.#forgetNames(existing.node);
		const searchable = entity.deleted_at === null;
		const names = searchable ? [entity.title, ...entity.aliases] : [];
		// A full stop between the parts, or the end of one and the beginning of the next would read as one name.
		const text = searchable
			? [...names, entity.state_key, body, description, ...textsIn(entity.props)].filter(Boolean).join(".\n")
			: "";
		const document = this.texts.add(analyseText(text));
		this.titles.add(analyseText(names.join(" ")));
		this.idOfDocument[document] = entity.id;
		this.connections.put(document, { names, text });
		if (existing) {
			this.connections.forget(existing.document);
			Object.assign(existing, { node, document });
		} else this.slots.set(entity.id, { node, document, outgoing: new Map(), incoming: new Map() });
		this.#learnNames(node);
	}

	#learnNames(node: GraphNode): void {
		this.idsByRef.set(node.ref, node.id);
		for (const name of [node.title, ...node.aliases]) {
			const key = foldTitle(name);
			const ids = this.idsByTitle.get(key) ?? new Set();
			this.idsByTitle.set(key, ids.add(node.id));
		}
	}

	#forgetNames(node: GraphNode): void {
		for (const name of [node.title, ...node.aliases]) {
			const key = foldTitle(name);
			const ids = this.idsByTitle.get(key);
			ids?.delete(node.id);
			if (ids?.size === 0) this.idsByTitle.delete(key);
		}
	}

	#putEdge(edge: Edge): void {
		this.#removeEdge(edge.id);
		const source = this.slots.get(edge.src_id);
		const target = this.slots.get(edge.dst_id);
		if (source === undefined || target === undefined) return;
		this.#edges.set(edge.id, edge);
		if (edge.text !== "") {
			const document = this.edgeTexts.add(analyseText(edge.text));
			this.edgeDocuments.set(edge.id, document);
			this.edgeOfDocument[document] = edge;
		}
		source.outgoing.set(edge.id, edge);
		target.incoming.set(edge.id, edge);
	}

	#removeEdge(id: string): void {
		const edge = this.#edges.get(id);
		if (edge === undefined) return;
		this.#edges.delete(id);
		this.edgeDocuments.delete(id);
		this.slots.get(edge.src_id)?.outgoing.delete(id);
		this.slots.get(edge.dst_id)?.incoming.delete(id);
	}

	#removeDerivedEdges(sourceId: string): void {
		for (const edge of [...(this.slots.get(sourceId)?.outgoing.values() ?? [])]) {
			if (edge.origin !== "stated") this.#removeEdge(edge.id);
		}
	}
}
